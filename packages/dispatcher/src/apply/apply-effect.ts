import { type EffectKind } from '../decide/effect.ts';
import { type EffectResult } from '../records/applied-record.ts';
import { applyBind } from './apply-bind.ts';
import { applyCleanup, applyDeferCleanup } from './apply-cleanup.ts';
import { applyClose } from './apply-close.ts';
import { applyCloseEndpoint } from './apply-close-endpoint.ts';
import { applyPause, applyRecordControl, applyResume } from './apply-control.ts';
import { applyDeliver } from './apply-deliver.ts';
import { applyHandToGraph } from './apply-hand-to-graph.ts';
import { applyDropRef, applyKeepOpen } from './apply-notes.ts';
import { applyRekey } from './apply-rekey.ts';
import { applySpawn } from './apply-spawn.ts';
import { applySpawnEndpoint } from './apply-spawn-endpoint.ts';
import { type Apply, type EffectOf, type EffectPorts, type EffectScope } from './effect-scope.ts';

const APPLIERS: { readonly [Kind in EffectKind]: Apply<Kind> } = {
  spawn: applySpawn,
  deliver: applyDeliver,
  bind: applyBind,
  'spawn-endpoint': applySpawnEndpoint,
  'record-control': applyRecordControl,
  pause: applyPause,
  resume: applyResume,
  close: applyClose,
  cleanup: applyCleanup,
  'defer-cleanup': applyDeferCleanup,
  'close-endpoint': applyCloseEndpoint,
  'keep-open': applyKeepOpen,
  'drop-ref': applyDropRef,
  'hand-to-graph': applyHandToGraph,
  rekey: applyRekey,
};

/** Carries one effect out, by its kind. */
export function applyEffect<Kind extends EffectKind>(
  ports: EffectPorts,
  effect: EffectOf<Kind>,
  scope: EffectScope,
): Promise<EffectResult> {
  const apply = APPLIERS[effect.kind] as Apply<Kind>;
  return apply(ports, effect, scope);
}

/** Whether a stored value is a kind of effect. */
export function isEffectKind(kind: unknown): kind is EffectKind {
  return typeof kind === 'string' && Object.hasOwn(APPLIERS, kind);
}
