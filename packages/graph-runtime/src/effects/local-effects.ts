import { type FeedbackEffect, isGithubName, type LogEffect } from '@the-loop/graph-core';
import { insertIntoSection } from '@the-loop/markdown';
import { type ItemStore } from '../items/item-store.ts';

const maxBody = 20_000;

/** A comment as a block quote: its headings, boxes and fences cannot change the artifact around it. */
function quote(body: string): string {
  const text = body.length > maxBody ? `${body.slice(0, maxBody)}\n[cut here; the whole comment is at the link]` : body;
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n');
}

function isPlainUrl(url: string): boolean {
  return /^https:\/\/[\w./#?=&%:-]+$/.test(url);
}

/** The block that an artifact gets below its review comments. */
function renderFeedback(effect: FeedbackEffect, at: string): string {
  const rows = effect.comments.map(({ author, body, url }) => {
    const who = isGithubName(author) ? `**@${author}**` : '**A reviewer**';
    const link = isPlainUrl(url) ? ` ([comment](${url}))` : '';
    return body.trim() === '' ? `${who} left no comment text${link}.` : `${who} wrote${link}:\n\n${quote(body)}`;
  });
  return [`### ${at.slice(0, 10)} — ${effect.outcome}`, ...rows].join('\n\n');
}

async function insertInto(store: ItemStore, place: { id: string; file: string; section: string }, block: string) {
  for (const file of place.file.split('|')) {
    const insert = (text: string) => (text.includes(block) ? text : insertIntoSection(text, place.section, block));
    if ((await store.editFile(place.id, file.trim(), insert)) !== 'absent') return;
  }
}

/** Carries out a write inside the item's directory. Only into a file that exists, and never the same block twice. */
export async function performLocally(
  store: ItemStore,
  id: string,
  pending: { readonly effect: LogEffect | FeedbackEffect; readonly at: string },
): Promise<void> {
  const { effect, at } = pending;
  if (effect.kind === 'log') {
    await insertInto(store, { id, file: effect.file, section: 'Transitions' }, effect.line);
  } else {
    await insertInto(store, { id, file: effect.file, section: 'Review comments' }, renderFeedback(effect, at));
  }
}
