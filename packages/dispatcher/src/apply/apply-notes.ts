import { deliveryFields } from './delivery-fields.ts';
import { type Apply, done } from './effect-scope.ts';

/** Says that the item's session goes on although something closed. */
export const applyKeepOpen: Apply<'keep-open'> = ({ emit }, effect, { event }) => {
  emit({
    event: 'session.kept_open',
    work_item: effect.item,
    reason: effect.closing,
    closed_ref: effect.closed,
    delivery_id: event.deliveryId,
  });
  return Promise.resolve(done('kept-open'));
};

/** Says that a ref was dropped because it does not exist. */
export const applyDropRef: Apply<'drop-ref'> = ({ emit }, effect, { event }) => {
  emit({
    event: 'routing.linkage_dropped',
    work_item: effect.ref,
    link_source: 'branch',
    reason: 'not-found',
    ...deliveryFields(event),
  });
  return Promise.resolve(done('dropped'));
};
