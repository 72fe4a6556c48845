/** What the stages' gold is counted by: the shapes that roll-ups are stored in and the dataset's figures are made from. */
import { z } from 'zod'

const count = z.number()
/** How often each value occurs. */
const counts = z.record(z.string(), count)
export type Counts = z.infer<typeof counts>

export const decomposeCounts = z.object({
  sentences: count,
  /** Sentences by category. */
  checkworthiness: counts,
  sentenceImportance: counts,
  claims: count,
  /** Claims by type. */
  claimTypes: counts,
  claimImportance: counts,
  /** Factual claims by whether they are checked, and if not why. */
  setAside: counts,
  /** Claims by how they came to be. */
  made: counts,
})
export type DecomposeCounts = z.infer<typeof decomposeCounts>

const label = z.union([z.boolean(), z.literal('NA')])
const byRule = z.object({ released: label, paper: label })
/** As lib/text/edit-operations.ts names them. */
const operation = z.record(z.string(), z.union([z.string(), z.number()]))

export const verifyCounts = z.object({
  /** The response's label by each rule. */
  response: byRule,
  /** Each sentence's label by each rule, by its key. */
  sentences: z.record(z.string(), byRule),
  /** Each claim's label, and what its correction did, by its key. */
  claims: z.record(
    z.string(),
    z.object({ label: z.union([z.boolean(), z.literal('unknown')]), operations: z.array(operation) }),
  ),
  checkedClaims: count,
  evidence: count,
  ownEvidence: count,
  /** Claims by whether the automatic evidence was enough; `NA`: not verified. */
  enough: counts,
  /** Claims by verdict; `NA`: not verified. */
  verdicts: counts,
  verdictsByEnough: z.object({ yes: counts, no: counts }),
  /** Automatic evidence by stance. */
  stances: counts,
  stancesByEnough: z.object({ yes: counts, no: counts }),
  /** Checked claims by what was done: kept, edited, deleted. */
  corrections: counts,
  /** Operations by kind. */
  operations: counts,
})
export type VerifyCounts = z.infer<typeof verifyCounts>

export const mergeCounts = z.object({
  revisedResponse: z.string(),
  sentences: count,
  deletedSentences: count,
  /** Of the deleted sentences, those of which a claim was corrected or deleted, and those of the category `other`, as the paper counts. */
  deletedWithCorrection: count,
  changed: z.boolean(),
  /** In code points, of the revised response from the original. */
  editDistance: count,
  normEditDistance: count,
  /** null when neither text has a word. */
  wordOverlap: count.nullable(),
})
export type MergeCounts = z.infer<typeof mergeCounts>
