// Refuses a lock that holds a package which declares that it needs a newer Node than ours.
import { readFileSync } from 'node:fs';

const lock = readFileSync('pnpm-lock.yaml', 'utf8');
const packages = lock.slice(lock.indexOf('\npackages:'), lock.indexOf('\nsnapshots:'));
const bad = [];
let current = '';
for (const line of packages.split('\n')) {
  const name = /^ {2}'?([^\s'].*?)'?:$/.exec(line);
  if (name) current = name[1];
  const engines = /^ {4}engines: \{.*?node: ('[^']*'|"[^"]*"|[^,}]*)/.exec(line);
  if (engines && !allowsNode20(engines[1].replace(/['"]/g, ''))) bad.push(`${current} needs node ${engines[1]}`);
}

/** True when one alternative of the range admits some 20.x. Good for the plain ranges that packages declare. */
function allowsNode20(range) {
  return range.split('||').some((part) => {
    const lower = /(>=|\^|~|>|=)?\s*v?(\d+)/.exec(part.trim());
    if (!lower) return true;
    const major = Number(lower[2]);
    if (part.includes('<') && !lower[1]) return true;
    return lower[1] === '>=' || lower[1] === '>' ? major <= 20 : major === 20;
  });
}

for (const line of bad) console.log(line);
process.exit(bad.length > 0 ? 1 : 0);
