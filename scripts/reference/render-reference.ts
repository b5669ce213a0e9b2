import { commandsPage } from './commands-page.ts';
import { configPage } from './config-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { phasesPage } from './phases-page.ts';

/** The pages of `docs/reference`, by file name, made from what the code declares. */
export async function renderReference(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['commands.md', await commandsPage()],
    ['config.md', await configPage()],
    ['events.md', eventsPage()],
    ['errors.md', errorsPage()],
    ['phases.md', await phasesPage()],
  ]);
}
