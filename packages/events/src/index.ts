/** The typed catalogue of what can happen, and the way from an emitter to a sink. */

// The catalogue
export { type Catalogue, catalogue, type EventType, eventTypes, isEventType } from './catalogue/catalogue.ts';
export { catalogueMarkdown } from './catalogue/catalogue-markdown.ts';
export { type EventDefinition, LEVELS, type Level, type ReservedName } from './catalogue/define-event.ts';
export type { Field, FieldKind } from './catalogue/field.ts';
export type { Emit, LoopEvent } from './catalogue/loop-event.ts';
// From an event to a record
export { createEmitter, type EmitterOptions } from './record/emitter.ts';
export type { EventRecord, EventSink } from './record/event-record.ts';
export { createRecorder, type EventRecorder } from './record/recorder.ts';
export { redact } from './record/redact.ts';
// Sinks
export { createFanOut } from './sinks/fan-out.ts';
export { createFileSink, type FileSinkOptions } from './sinks/file-sink.ts';
