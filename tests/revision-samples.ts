import settings from '@/lib/protocols/factcheck-bench-revision/settings.json' with { type: 'json' }
import texts from '@/lib/protocols/factcheck-bench-revision/texts.json' with { type: 'json' }
import type { JsonRecord } from '@/lib/protocols/record-fields'

const [voted = {}, bare = {}]: JsonRecord[] = JSON.parse(JSON.stringify(texts.tests.map(({ record }) => record)))
const [setting = {}]: JsonRecord[] = JSON.parse(JSON.stringify(settings))

/** Revisions with two votes, out of the protocol's own tests. */
export const revisionRecord = { ...voted, revisions: voted.revisions as JsonRecord[] }

/** A response that is still to be revised. */
export const responseRecord: JsonRecord = bare

/** Revisions as the paper's notebook has them. */
export const settingsRecord: JsonRecord = setting

export const revisionRecords: readonly JsonRecord[] = [revisionRecord, settingsRecord, responseRecord]
