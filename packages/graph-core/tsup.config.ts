import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

export default defineConfig(
  library({
    // Editors read the schema as a file of its own.
    onSuccess: () => copyFile('src/graph/graph-schema.generated.json', 'dist/graph.schema.json'),
  }),
);
