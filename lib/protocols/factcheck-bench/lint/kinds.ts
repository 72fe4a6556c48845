import type { Linter } from '@/lib/protocols/protocol'

/** What the linter finds, the gravest first. */
export const kinds = [
  {
    key: 'contradictory-response',
    title: 'Contradictory response label',
    description:
      'The label stored for the response follows from its claims by neither rule, or the two rules give different labels. Settle it, or override it with a reason, before a release.',
    severity: 'contradiction',
  },
  {
    key: 'false-sentence',
    title: 'False sentence without a false claim',
    description:
      'By the rule of the released files the sentence is false, although none of its claims is false or lacks evidence: an opinion or a claim that was set aside made it so.',
    severity: 'warning',
  },
  {
    key: 'stored-label',
    title: 'Stored label does not follow',
    description: 'The label stored for a sentence or a claim is not the one that follows from the verdicts.',
    severity: 'warning',
  },
  {
    key: 'missing-label',
    title: 'Missing label',
    description: 'A label that the published files hold is missing: a category, a type, a stance, a verdict.',
    severity: 'warning',
  },
  {
    key: 'missing-url',
    title: 'Own evidence without an address',
    description: 'The automatic evidence was not enough, and no web address of other evidence is given.',
    severity: 'warning',
  },
  {
    key: 'blank-own-evidence',
    title: 'Own evidence left blank',
    description:
      'The automatic evidence was not enough, and neither other evidence nor a search that found nothing is recorded.',
    severity: 'warning',
  },
  {
    key: 'stale-own-evidence',
    title: 'Own evidence that nobody needed',
    description:
      'The record holds own evidence although the automatic evidence was enough; it is left over from a change.',
    severity: 'warning',
  },
  {
    key: 'evidence-index',
    title: 'Spelling of the evidence index',
    description: 'The record names the evidence of a correction in an unusual spelling or in prose.',
    severity: 'warning',
  },
  {
    key: 'no-reference',
    title: 'Correction without a reference',
    description: 'The claim is false, and no passage is named that the correction rests on.',
    severity: 'warning',
  },
  {
    key: 'blank-deletion',
    title: 'Blank that means deletion',
    description: 'The record holds a blank text where a sentence or a claim was deleted; it was read as a deletion.',
    severity: 'warning',
  },
  {
    key: 'edit-unchanged',
    title: 'Needs an edit, but unchanged',
    description: 'The claim is false, and its corrected text is the same.',
    severity: 'warning',
  },
  {
    key: 'true-changed',
    title: 'Needs no edit, but changed',
    description: 'The claim is true, and the record holds a different text for it.',
    severity: 'warning',
  },
  {
    key: 'undecided-changed',
    title: 'Undecided, but changed',
    description: 'The claim could not be decided, and the record holds a different text for it.',
    severity: 'warning',
  },
  {
    key: 'true-response-changed',
    title: 'True response, but revised',
    description: 'The response is labelled true, and its revised text is different.',
    severity: 'warning',
  },
  {
    key: 'false-claim-kept',
    title: 'False claim, but response not revised',
    description: 'A claim of the response is false, and the revised response is the same as the response.',
    severity: 'warning',
  },
  {
    key: 'empty-decontext',
    title: 'Decontextualised text left empty',
    description: 'The record holds no text of the sentence on its own; the sentence itself stands in for it.',
    severity: 'warning',
  },
  {
    key: 'duplicate-evidence',
    title: 'The same passage twice',
    description: 'Two pieces of automatic evidence for a claim are the same text.',
    severity: 'warning',
  },
] as const satisfies Linter['kinds']

export type LintKind = (typeof kinds)[number]['key']
