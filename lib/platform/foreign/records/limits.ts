/**
 * How large a record and what becomes of it may be: what a person can read at one task, and what a page can hold. The
 * largest of the published files (their texts, units, contents and records) need less than a tenth of each. They hold for
 * what comes in; an item that is there already stays as it is.
 */

/** Longest single record of a file, in bytes. */
export const MAX_RECORD_BYTES = 2_000_000
/** Longest line of a native export, in bytes: it holds the record, what was read from it, and its gold. */
export const MAX_NATIVE_BYTES = 10_000_000
/** Deepest nesting of lists and objects in a record. */
export const MAX_DEPTH = 64
/** Longest text that is read as a whole, in characters: a prompt, a response, a claim. About 16,000 words of English. */
export const MAX_SHOWN_TEXT = 100_000
/** Longest passage of evidence, in characters: it is read in pieces. */
export const MAX_PASSAGE_TEXT = 1_050_000
/** Most units of one stage of an item: sentences, claims, passages of evidence together. */
export const MAX_UNITS = 5_000
/** What an item consists of, all texts together, in bytes of JSON. */
export const MAX_CONTENT_BYTES = 1_100_000
/** Longest id, domain and source, in bytes: lists are sorted and filtered by them, and PostgreSQL's indices take no longer entries. */
export const MAX_FACT_BYTES = { externalId: 2_500, domain: 500, source: 2_000 } as const

/** Bytes in the words of a message. */
export const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`

const NUMBERS = new Intl.NumberFormat('en')
/** A number as people read it: 100,000. */
export const counted = (count: number): string => NUMBERS.format(count)

/** The limits in a sentence, for the import page and the description of the API. */
export const LIMITS_TEXT = `A record has at most ${megabytes(MAX_RECORD_BYTES)} (a line of a native export ${megabytes(MAX_NATIVE_BYTES)}); a prompt, a response or another text that is read as a whole at most ${counted(MAX_SHOWN_TEXT)} characters, a passage of evidence ${counted(MAX_PASSAGE_TEXT)}; an item at most ${counted(MAX_UNITS)} units in a stage and ${megabytes(MAX_CONTENT_BYTES)} of content altogether, an id of ${counted(MAX_FACT_BYTES.externalId)} bytes, a domain of ${counted(MAX_FACT_BYTES.domain)} and a source of ${counted(MAX_FACT_BYTES.source)}`
