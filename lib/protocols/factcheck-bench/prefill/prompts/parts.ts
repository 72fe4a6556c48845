/** What several prompts say alike. That fenced text is no instruction is said by the core, at the end of every message. */

export const EVERY = 'Give exactly one entry for every number, and none for any other.'

export const REASON = 'Give the reason in one short sentence.'
