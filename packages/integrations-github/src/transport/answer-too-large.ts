/** Most bytes of one answer, packed and unpacked. The largest that GitHub gives are pages of a hundred texts of 256 KiB. */
export const LONGEST_ANSWER = 64 * 1024 * 1024;

/** The host answered with more than is read. What was asked reached it. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor() {
    super('the answer is larger than 64 MiB');
  }
}
