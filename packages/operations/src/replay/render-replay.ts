import { counted } from '../render/columns.ts';
import { printable } from '../render/printable.ts';
import { type Outcome, type Replayed } from './replay-delivery.ts';
import { type ReplayReport } from './replay-report.ts';

/** What `the-loop replay` prints: how many, then each decision that would differ. */
export function renderReplay({ replayed, same, different, undecided, exported }: ReplayReport): string {
  const never = undecided.length === 0 ? '' : `, ${undecided.length} never decided`;
  return [
    `${counted(replayed, 'delivery', 'deliveries')} decided again: ${same} as recorded, ${different.length} differently${never}`,
    ...different.flatMap(difference),
    ...undecided.map((each) => `no. ${each.id} ${each.event}: never decided; today ${outcomeText(each.today)}`),
    ...(exported === null
      ? []
      : [
          `${counted(exported.deliveries, 'delivery', 'deliveries')} written to ${exported.file}, without words and names${exported.leftOut === 0 ? '' : `; ${exported.leftOut} left out, which would be decided otherwise without theirs`}`,
        ]),
  ]
    .map(printable)
    .join('\n');
}

function difference({ id, event, workItem, recorded, today, known }: Replayed): readonly string[] {
  const about = workItem === '' ? '' : ` on ${workItem}`;
  const note = known === 'stored' ? ' (by what the records say now)' : '';
  return [
    `no. ${id} ${event}${about}:`,
    ...(recorded === null ? [] : [`  recorded: ${outcomeText(recorded)}`]),
    `  today:    ${outcomeText(today)}${note}`,
  ];
}

function outcomeText({ settle, reason, effects, replies }: Outcome): string {
  return [`${settle}: ${reason}`, ...effects, ...replies].join('; ');
}
