import { type RefMove, type RoutedEvent } from '@the-loop/router';
import { renameLink } from '../intake/rename-link.ts';

/** The event about its work items by the names under which anything is kept of them until these moves are carried out. */
export function underFormerNames(event: RoutedEvent, ahead: readonly RefMove[]): RoutedEvent {
  return ahead.reduceRight((named, { from, to }) => renameLink(named, to, from), event);
}
