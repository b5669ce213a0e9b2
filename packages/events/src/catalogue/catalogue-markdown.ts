import { catalogue, type EventType, eventTypes } from './catalogue.ts';
import { type EventDefinition } from './define-event.ts';
import { type Field } from './field.ts';

/** The catalogue as Markdown: one table per family, sorted, ending with a line break. `?` marks what may be left out. */
export function catalogueMarkdown(): string {
  const families = new Map<string, EventType[]>();
  for (const name of eventTypes()) {
    const family = name.slice(0, name.indexOf('.'));
    families.set(family, [...(families.get(family) ?? []), name]);
  }
  return [...families].map(([family, names]) => familyTable(family, names)).join('\n');
}

function familyTable(family: string, names: readonly EventType[]): string {
  const rows = names.map((name) => row(name, catalogue[name]));
  return [`## ${family}`, '', '| Event | Level | Fields | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function row(name: string, { levels, fields, meaning }: EventDefinition): string {
  const named = Object.entries<Field>(fields).map(([field, of]) => fieldText(field, of));
  return `| \`${name}\` | ${levels.join(', ')} | ${named.join(', ') || '–'} | ${meaning} |`;
}

function fieldText(name: string, field: Field): string {
  const values = field.values === null ? '' : ` (${field.values.join(', ')})`;
  return `${name}${field.optional ? '?' : ''}${values}`;
}
