/** Numbered releases of a project's gold: what they are made of, and how they are reached. */
import { z } from 'zod'
import { withdrawnItemSchema } from '@/lib/gold/withdrawal/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { UNSEEN_TEXT } from '@/lib/platform/api/input'
import { hasUnseen } from '@/lib/text/unseen'
import { withdrawnSchema } from '@/lib/workspace/items/withdrawn/contract'
import { changeCountsSchema, fileSchema, manifestSchema } from './manifest/contract'
import { splitChoiceSchema } from './splits/contract'

const text = (most: number) => z.string().trim().max(most)
const words = (most: number) => z.array(text(most).min(1)).max(50)

/** As the Hub names who made annotations. */
export const annotationsCreators = ['expert-generated', 'crowdsourced', 'machine-generated', 'found'] as const

/** What a manager says of the dataset. Empty texts are left out of the card; name and licence have to be there to build. */
export const cardTextSchema = z.strictObject({
  prettyName: text(200),
  description: text(20_000),
  /** An SPDX identifier, or `other` with a name and a link. */
  licence: text(100),
  licenceName: text(200),
  licenceLink: text(2000),
  /** BibTeX, or any text. */
  citation: text(10_000),
  /** BCP 47, as "en". */
  languages: words(35),
  tags: words(60),
  contact: text(500),
  /** Whom the dataset is cited as made by: people as “Family, Given”, organisations by their name, an ORCID behind it. */
  authors: z.array(text(300).min(1)).max(500).default([]),
  /** Who publishes it, and the address where it is found; empty: not said. */
  publisher: text(300).default(''),
  address: text(2000).default(''),
  annotationsCreators: z.array(z.enum(annotationsCreators)).max(annotationsCreators.length),
  expertise: text(2000),
  pay: text(2000),
  quotedLicence: text(2000),
  knownGaps: text(10_000),
})
export type CardText = z.infer<typeof cardTextSchema>
/** As it comes in: names that are kept already are read as they are. */
const newCardText = cardTextSchema.extend({
  prettyName: text(200).refine((name) => !hasUnseen(name), UNSEEN_TEXT),
})

/** The card as a release keeps it, with the word by which contradictions were let through. */
export const frozenCardSchema = z.object({ text: cardTextSchema, contradictionsReason: z.string().nullable() })
export type FrozenCard = z.infer<typeof frozenCardSchema>

export const cardSchema = z.object({ text: cardTextSchema, revision: z.number().int() })
export type Card = z.infer<typeof cardSchema>

/** What of a release is another since it was made (docs/decisions/109-withdrawal.md). */
export const sinceMadeSchema = z.object({
  /** Items whose texts were taken out of it. */
  withdrawnItems: z.array(withdrawnItemSchema),
  /** sha-256 of its list of checksums as it is; its digest, where nothing was taken out. */
  sums: z.string().nullable(),
})
export type SinceMade = z.infer<typeof sinceMadeSchema>

/** One item that differs between two releases. */
export const changeSchema = z.object({
  item: z.object({ position: z.number().int(), externalId: z.string().nullable(), title: z.string() }),
  change: z.enum(['added', 'removed', 'changed']),
  /** Of what was removed: why, where it was discarded. */
  discarded: z.string().nullable(),
  /** `stage` and `unit` are empty for the label of the whole item that somebody set by hand. */
  values: z.array(
    z.object({ stage: z.string(), unit: z.string(), question: z.string(), before: z.json(), after: z.json() }),
  ),
})
export type Change = z.infer<typeof changeSchema>

export const releaseStates = ['building', 'ready', 'failed'] as const

export const releaseSummarySchema = z.object({
  number: z.number().int(),
  state: z.enum(releaseStates),
  notes: z.string(),
  /** Percent, while it is building. */
  progress: z.number().int(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  digest: z.string().nullable(),
  changes: changeCountsSchema.nullable(),
  /** Items whose gold is in it, files, and the archive's size in bytes; 0 until it is ready. */
  items: z.number().int(),
  files: z.number().int(),
  bytes: z.number().int(),
  createdAt: z.string(),
  builtAt: z.string().nullable(),
  /** When its public link was made; null: there is none, or you may not know. */
  linkMadeAt: z.string().nullable(),
  /** Set where it was withdrawn: its files are not handed out any more. */
  withdrawn: withdrawnSchema.nullable(),
})
export type ReleaseSummary = z.infer<typeof releaseSummarySchema>

export const releaseListSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), archived: z.boolean() }),
  releases: z.array(releaseSummarySchema),
  card: cardSchema,
  /** Tasks that are gold or tallied now. */
  gold: z.number().int(),
  heldOut: z.object({
    /** The evaluations that a split can be held out for; none: the protocol scores nothing against its gold. */
    tasks: z.array(z.object({ key: z.string(), title: z.string() })),
    /** The newest release that holds a split out, and its name; null: none does, or it was opened. */
    since: z.object({ number: z.number().int(), split: z.string() }).nullable(),
    /** When its labels were let go out, for good. */
    openedAt: z.string().nullable(),
  }),
  abilities: z.object({ build: z.boolean(), link: z.boolean() }),
})
export type ReleaseList = z.infer<typeof releaseListSchema>

export const releaseDetailSchema = releaseSummarySchema.extend({
  project: z.object({ id: z.uuid(), name: z.string() }),
  manifest: manifestSchema.nullable(),
  /** The card, in Markdown without its YAML head; null until it is built. */
  readme: z.string().nullable(),
  fileList: z.array(fileSchema),
  /** The first items that changed since the release before. */
  shownChanges: z.array(changeSchema),
  ...sinceMadeSchema.shape,
  abilities: z.object({ retry: z.boolean(), remove: z.boolean(), link: z.boolean(), verify: z.boolean() }),
})
export type ReleaseDetail = z.infer<typeof releaseDetailSchema>

/** A release against another of the same project. */
export const releaseComparisonSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  number: z.number().int(),
  /** The one that it is compared with; its own number where it is the first and none was asked for. */
  since: z.number().int(),
  /** All others that are ready, the newest first. */
  others: z.array(z.number().int()),
  changes: changeCountsSchema,
  /** The first of them. */
  shownChanges: z.array(changeSchema),
})
export type ReleaseComparison = z.infer<typeof releaseComparisonSchema>

/** What a release would be if it were made now. */
export const previewSchema = z.object({
  /** Why it cannot be made, each with what to do; empty: it can. */
  refusals: z.array(z.string()),
  /** Contradictory labels that nobody settled: a reason is needed to go on. */
  unsettled: z.object({ count: z.number().int(), positions: z.array(z.number().int()) }),
  /** The card with its YAML head, as it would stand in the archive; null where there is no gold. */
  readme: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), what: z.string(), rows: z.number().int().nullable() })),
  previous: z.number().int().nullable(),
  changes: changeCountsSchema.nullable(),
  shownChanges: z.array(changeSchema),
  /** Items with gold, and rows of each table, in each split; one, `test`, where it is not divided. */
  splits: z.array(
    z.object({
      name: z.string(),
      items: z.number().int(),
      tables: z.array(z.object({ table: z.string(), rows: z.number().int() })),
    }),
  ),
})
export type Preview = z.infer<typeof previewSchema>

export const verificationSchema = z.object({
  /** Is every file that can be compared the same? */
  identical: z.boolean(),
  /** The layout that the release has, and the one that releases are made in now (`format` of the manifest). */
  layout: z.object({ release: z.string(), now: z.string() }),
  files: z.array(
    z.object({
      path: z.string(),
      state: z.enum([
        'identical',
        'differs',
        'only in the release',
        'only in what would be made now',
        'of an earlier layout',
        'made again after a withdrawal',
      ]),
    }),
  ),
  /** What today's state gives, in the place of the release's digest. */
  digest: z.string(),
})
export type Verification = z.infer<typeof verificationSchema>

const projectParams = z.object({ projectId: z.uuid() })
/** The address of a release. */
export const releaseParams = projectParams.extend({ number: z.coerce.number().int().min(1).max(1_000_000) })
/** The release to compare with; without it, the one before. */
export const comparisonQuery = z.object({ since: z.coerce.number().int().min(1).max(1_000_000).optional() })
export const fileQuery = z.object({ path: z.string().min(1).max(300) })
export const FILE_TYPES = [
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.parquet',
  'application/json',
  'text/markdown',
  'text/yaml',
  'text/plain',
] as const
/** How it is divided; without it, it is one split, `test`. */
const splits = splitChoiceSchema.nullable().default(null)

const tag = 'releases'
const release = '/api/projects/{projectId}/releases/{number}' as const

export const listReleasesEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/releases',
  summary: 'List the releases of a project, with its card',
  tag,
  auth: 'actor',
  params: projectParams,
  response: releaseListSchema,
})

export const startReleaseEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/releases',
  summary: 'Build the next release from the gold as it is now',
  tag,
  auth: 'actor',
  params: projectParams,
  body: z.object({
    notes: text(10_000).default(''),
    /** Why it is released although labels contradict themselves; goes on the card as a known gap. */
    contradictionsReason: text(2000).optional(),
    splits,
  }),
  response: releaseSummarySchema,
})

export const saveCardEndpoint = endpoint({
  method: 'PUT',
  path: '/api/projects/{projectId}/release-card',
  summary: 'Save what the card says of the dataset',
  tag,
  auth: 'actor',
  params: projectParams,
  /** `revision`: the one that was changed; another by now is a conflict, with the card as it is. */
  body: z.object({ text: newCardText, revision: z.int32() }),
  response: cardSchema,
})

export const previewReleaseEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/releases/preview',
  summary: 'What a release made now would hold, change and say of itself',
  tag,
  auth: 'actor',
  params: projectParams,
  body: z.object({ card: newCardText.optional(), notes: text(10_000).default(''), splits }),
  response: previewSchema,
})

export const getReleaseEndpoint = endpoint({
  method: 'GET',
  path: release,
  summary: 'One release: manifest, card, files, changes',
  tag,
  auth: 'actor',
  params: releaseParams,
  response: releaseDetailSchema,
})

export const removeReleaseEndpoint = endpoint({
  method: 'DELETE',
  path: release,
  summary: 'Remove a release that failed, or stop one that is being built',
  tag,
  auth: 'actor',
  params: releaseParams,
  response: 'empty',
})

export const retryReleaseEndpoint = endpoint({
  method: 'POST',
  path: `${release}/retry`,
  summary: 'Build a release that failed once more',
  tag,
  auth: 'actor',
  params: releaseParams,
  response: releaseSummarySchema,
})

export const verifyReleaseEndpoint = endpoint({
  method: 'POST',
  path: `${release}/verify`,
  summary: 'Make a release again from today’s state, without keeping it, and compare every byte',
  tag,
  auth: 'actor',
  params: releaseParams,
  fails: ['gone'],
  response: verificationSchema,
})

export const compareReleasesEndpoint = endpoint({
  method: 'GET',
  path: `${release}/changes`,
  summary: 'What a release holds otherwise than another one, the release before if none is named',
  tag,
  auth: 'actor',
  params: releaseParams,
  query: comparisonQuery,
  response: releaseComparisonSchema,
})

export const downloadComparisonEndpoint = endpoint({
  method: 'GET',
  path: `${release}/changes/download`,
  summary: 'Download all that differs between two releases, one item a line',
  tag,
  auth: 'actor',
  params: releaseParams,
  query: comparisonQuery,
  response: { stream: ['application/x-ndjson'] },
})

export const makeReleaseLinkEndpoint = endpoint({
  method: 'POST',
  path: `${release}/link`,
  summary: 'Make the secret link of a release’s public page; an earlier one stops working',
  tag,
  auth: 'actor',
  params: releaseParams,
  response: z.object({ secret: z.string(), path: z.string(), linkMadeAt: z.string() }),
})

export const revokeReleaseLinkEndpoint = endpoint({
  method: 'DELETE',
  path: `${release}/link`,
  summary: 'Close the public page of a release',
  tag,
  auth: 'actor',
  params: releaseParams,
  response: 'empty',
})

export const downloadReleaseEndpoint = endpoint({
  method: 'GET',
  path: `${release}/archive`,
  summary: 'Download all files of a release in one archive',
  tag,
  auth: 'actor',
  params: releaseParams,
  fails: ['gone'],
  tagged: true,
  response: { stream: ['application/zip'] },
})

export const downloadReleaseFileEndpoint = endpoint({
  method: 'GET',
  path: `${release}/file`,
  summary: 'Download one file of a release',
  tag,
  auth: 'actor',
  params: releaseParams,
  fails: ['gone'],
  query: fileQuery,
  tagged: true,
  response: { stream: FILE_TYPES },
})
