declare const __THE_LOOP_VERSION__: string | undefined;

/** The released version; `dev` when run from source. */
export const version: string = typeof __THE_LOOP_VERSION__ === 'string' ? __THE_LOOP_VERSION__ : 'dev';
