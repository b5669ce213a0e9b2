#!/usr/bin/env node
// CommonJS: Node.js 20 starts its module loader for anything else, which takes longer than answering --version.
require('../dist/main.cjs');
