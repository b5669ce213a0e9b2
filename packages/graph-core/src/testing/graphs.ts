import { type Graph } from '../graph/graph.ts';
import { parseGraph } from '../graph/parse-graph.ts';

/** A small loop with everything in it: a selection, an opt-in node, two gates of people, one of them required, and the usual ends. */
export const SMALL_LOOP = `
name: small-loop
start: select
skipSets:
  paper: [requirements, requirements-approval]
nodes:
  - {id: select, actor: human, required: true, exit: [choose]}
  - {id: requirements, skippable: true, produces: [requirements.md|bugfix.md], exit: [check-paper]}
  - {id: requirements-approval, actor: human, skippable: true, exit: [ask]}
  - {id: design, skippable: true, produces: design.md, exit: [check-paper]}
  - {id: critique, optIn: true, exit: [check-paper]}
  - {id: design-approval, actor: human, skippable: true, exit: [ask]}
  - {id: build, produces: [tasks.md], exit: [check-paper], maxAttempts: 2}
  - {id: approval, actor: human, required: true, exit: [ask]}
  - {id: complete, terminal: true}
  - {id: cleanup, actor: code, terminal: true}
  - {id: escalated, actor: human, terminal: true}
edges:
  - {from: select, to: requirements, on: selected}
  - {from: requirements, to: requirements-approval, on: pass}
  - {from: requirements, to: requirements-approval, on: skipped}
  - {from: requirements-approval, to: design, on: approved}
  - {from: requirements-approval, to: design, on: skipped}
  - {from: requirements-approval, to: requirements, on: changes-requested}
  - {from: design, to: critique, on: pass}
  - {from: design, to: critique, on: skipped}
  - {from: critique, to: design-approval, on: pass}
  - {from: critique, to: design-approval, on: skipped}
  - {from: design-approval, to: build, on: approved}
  - {from: design-approval, to: build, on: skipped}
  - {from: design-approval, to: design, on: changes-requested}
  - {from: build, to: approval, on: pass}
  - {from: approval, to: complete, on: approved}
  - {from: approval, to: build, on: changes-requested}
`;

/** The small loop as a graph. */
export function smallLoop(): Graph {
  return parseGraph(SMALL_LOOP);
}
