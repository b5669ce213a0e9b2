import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type HookCatalogue, parseGraph } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { graphDigest } from './graph-digest.ts';
import { type LoadedLoop } from './shipped-loops.ts';

async function readSource(name: string, source: string): Promise<string> {
  if (!isAbsolute(source)) return source;
  try {
    return await readFile(source, 'utf8');
  } catch (error) {
    throw runtimeError('GRAPH_LOOP_UNREADABLE', `the file of the loop "${name}" cannot be read`, {
      remedy: 'correct the path under graphs: in the operator configuration',
      cause: error,
    });
  }
}

/** A loop of the operator. Reading it needs the YAML parser, so this file is imported only when there is one. */
export async function loadOperatorLoop(name: string, source: string, hooks?: HookCatalogue): Promise<LoadedLoop> {
  const graph = parseGraph(await readSource(name, source), hooks === undefined ? {} : { hooks });
  if (graph.name !== name) {
    throw runtimeError('GRAPH_LOOP_UNREADABLE', `the loop "${name}" calls itself by another name`, {
      remedy: `write "name: ${name}" into its file, or correct the key under graphs:`,
    });
  }
  return { graph, digest: graphDigest(graph) };
}
