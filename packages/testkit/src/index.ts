/** A GitHub emulator, a scripted agent, temporary repositories and conformance suites. */
export {};
