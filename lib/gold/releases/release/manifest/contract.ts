/** What a release says of itself, for programs: manifest.json. The card says the same in sentences. */
import { z } from 'zod'
import { columnTypes } from '@/lib/gold/releases/contract'
import { madeSplitsSchema, UNDIVIDED } from '@/lib/gold/releases/release/splits/contract'
import { gateBarSchema } from '@/lib/quality/calibration/contract'

/**
 * The version of the layout of a release; raised whenever a file or field changes its meaning or goes away. In the first,
 * `ratings.csv` held the ratings of released gold alone, times were of all finished tasks, and the files of rows that the
 * card counts were not there. In the second, the gate before real work had one bar for all questions, and nothing was told of
 * how labels are distributed. In the third, there were no tables, and the card named the published formats as its configurations.
 * In the fourth, nothing described the release to catalogues (croissant.json, CITATION.cff, datacite.json), and no day was told.
 * In the sixth, tables had one split, `test`, and told of one file. In the fifth, nothing was told of adjudicators, and `responses` of an agreement were all rated ones, not those that intervals resample.
 * In the seventh, the protocol's own file was not in it. In the eighth, there were no samples and no task of Inspect.
 */
export const RELEASE_FORMAT = 'assay-release/9'
/** Layouts that releases may have; those of earlier ones stay as they were made. */
const RELEASE_FORMATS = [
  'assay-release/1',
  'assay-release/2',
  'assay-release/3',
  'assay-release/4',
  'assay-release/5',
  'assay-release/6',
  'assay-release/7',
  'assay-release/8',
  RELEASE_FORMAT,
] as const

const count = z.number().int()
const date = z.string().nullable().meta({ description: 'A day (UTC)' })

const figureSchema = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Why there is no value. */
  words: z.string().nullable(),
})
export type ManifestFigure = z.infer<typeof figureSchema>

const spreadSchema = z.object({
  n: count,
  /** null below ten. */
  minutes: z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable(),
})

const stageSchema = z.object({
  key: z.string(),
  title: z.string(),
  /** Annotators of a task, and the share of tasks (percent) that get so many; the rest get one. */
  raters: count,
  coverage: count,
  /** Percent of tasks that get one annotator more, drawn by chance. */
  further: count.default(0),
  consolidation: z.enum(['discussion', 'reviewer', 'majority', 'votes']),
  approval: z.enum(['second-reviewer', 'automatic']),
  gold: z.object({ tasks: count, consolidated: count, singleRated: count, imported: count, tallied: count }),
  /**
   * Tasks that agreement counts: all that everyone had finished; and those of them whose gold is in the release. Both are in
   * tasks.csv, the ratings of all of them in ratings.csv. null in releases made before this was told.
   */
  agreement: z.object({ counted: count, released: count }).nullable().default(null),
  /** Tasks made from gold of an earlier stage that has changed since; published formats leave them out. */
  stale: count,
  /** How many gold tasks have so many submitted annotations of the round that they were settled in. */
  overlap: z.array(z.object({ annotations: count, tasks: count })),
  adjudication: z.object({
    /** Gold tasks of two annotations or more, those of them with a disagreement, and all disagreements. */
    tasks: count,
    withDisagreement: count,
    disagreements: count,
    /** How the disagreements were settled. `edited`: by a value that no annotator had given. */
    settled: z.array(z.object({ how: z.string(), values: count })),
  }),
  /** Active time of a person, and of all annotators of an item, in round 1 of released tasks: in annotations.jsonl. */
  time: z.object({ annotations: spreadSchema, items: spreadSchema, unmeasured: count }),
})
export type ManifestStage = z.infer<typeof stageSchema>

const spanSchema = z.object({ from: date, until: date })

const machinesSchema = z.object({
  policies: z.array(
    z.object({
      stage: z.string(),
      unit: z.string(),
      question: z.string(),
      policy: z.enum(['shown', 'hidden', 'none', 'randomised']),
      shares: z.object({ shown: count, hidden: count, none: count }).nullable(),
      suggestions: count,
    }),
  ),
  suggestions: z.array(
    spanSchema.extend({
      source: z.string(),
      model: z.string().nullable(),
      promptHash: z.string().nullable(),
      suggestions: count,
    }),
  ),
  providers: z.array(
    spanSchema.extend({ kind: z.string(), provider: z.string(), model: z.string().nullable(), calls: count }),
  ),
  searches: z.array(spanSchema.extend({ provider: z.string(), searches: count })),
})
export type ManifestMachines = z.infer<typeof machinesSchema>

const takenSchema = z.object({
  /** A lane's letter, or `suggestion`. */
  key: z.string(),
  taken: count,
  decisions: count,
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** What somebody without a preference would take. */
  expected: z.number(),
})

/** Who settled what annotators differed on, and how alike they decide. */
const adjudicatorsSchema = z.object({
  people: z.array(
    z.object({
      /** The alias. */
      reviewer: z.string(),
      decisions: count,
      tasks: count,
      /** By a value that no annotator gave. */
      edited: count,
      lanes: z.array(takenSchema),
      suggestions: takenSchema.nullable(),
    }),
  ),
  /** Questions that two people decided without knowing of each other; null where there are none. */
  twice: z
    .object({
      compared: count,
      alike: count,
      tasks: count,
      share: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .nullable(),
})
export type ManifestAdjudicators = z.infer<typeof adjudicatorsSchema>

export const fileSchema = z.object({ path: z.string(), bytes: count, rows: count, sha256: z.string() })
export type ManifestFile = z.infer<typeof fileSchema>

/** A split of a table: its file of Parquet, and the same as CSV. */
const tablePartSchema = z.object({ split: z.string(), path: z.string(), csv: z.string(), rows: count })
export type ManifestTablePart = z.infer<typeof tablePartSchema>

/** A table: one configuration of the dataset. Its rows are those of its files. */
const tableSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** Its splits, also those without rows. None in releases of earlier layouts, which name the files of their one split here. */
  parts: z.array(tablePartSchema).default([]),
  path: z.string().optional(),
  csv: z.string().optional(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes), description: z.string() })),
})
export type ManifestTable = z.infer<typeof tableSchema>

/** The splits of a table of any layout. */
export function partsOf(
  { parts, path, csv }: Pick<ManifestTable, 'parts' | 'path' | 'csv'>,
  files: readonly ManifestFile[],
): ManifestTablePart[] {
  if (path === undefined || csv === undefined) return parts
  return [{ split: UNDIVIDED, path, csv, rows: files.find((file) => file.path === path)?.rows ?? 0 }]
}

/** What changed since the release before, by items. */
export const changeCountsSchema = z.object({ added: count, removed: count, changed: count, values: count })
export type ChangeCounts = z.infer<typeof changeCountsSchema>

export const manifestSchema = z.object({
  format: z.enum(RELEASE_FORMATS),
  native: z.string(),
  release: z.object({
    number: count,
    /** On which it was ordered. null in releases of earlier layouts. */
    date: date.default(null),
    notes: z.string(),
    previous: z.object({ number: count, digest: z.string() }).nullable(),
  }),
  protocol: z.object({
    id: z.string(),
    version: count,
    title: z.string(),
    paper: z.string(),
    section: z.string(),
    /** Of a protocol that is a file: the versions under which something here was made. The hash is that of the file. */
    files: z.array(z.object({ version: count, file: z.string(), sha256: z.string() })).default([]),
  }),
  guidelines: z.array(z.object({ version: count, note: z.string(), publishedAt: z.string(), file: z.string() })),
  items: z.object({ total: count, gold: count, discarded: count }),
  stages: z.array(stageSchema),
  people: z.object({ annotators: count, reviewers: count, expertise: z.string(), pay: z.string() }),
  /** How annotators were kept from seeing each other, in sentences. */
  blindness: z.array(z.string()),
  /** The gate before real work; null where there was none. */
  qualification: z
    .object({
      tasks: count,
      /** Least percent alike, percent of the rare value found, and kappa in hundredths, of each question with a bar. */
      bars: z.array(gateBarSchema.extend({ title: z.string() })).default([]),
      /** In releases of earlier layouts: the least percent over all questions together. */
      leastPercent: count.optional(),
      judged: count,
      passed: count,
      waived: count,
    })
    .nullable(),
  machines: machinesSchema,
  /** When evidence was found and searches were made, by machines and people. */
  evidence: spanSchema.nullable(),
  discards: z.array(z.object({ reason: z.string(), text: z.string(), items: count })),
  /** Labels of whole items that somebody set by hand. */
  overrides: count,
  contradictions: z.object({ unsettled: count, reason: z.string() }).nullable(),
  agreement: z.array(
    z.object({
      stage: z.string(),
      measure: z.string(),
      title: z.string(),
      unitOfAnalysis: z.string(),
      /** Units of two ratings or more, responses that they are in, which are what intervals resample (until `assay-release/5` all responses), annotators. */
      units: count,
      responses: count,
      raters: count,
      percent: figureSchema,
      alpha: figureSchema,
      /** The most frequent value and its share of all ratings. */
      prevalence: z.object({ value: z.string(), share: z.number().nullable() }).nullable(),
      distribution: z.array(z.object({ value: z.string(), text: z.string(), before: count, after: count })),
    }),
  ),
  /** null in releases of earlier layouts. */
  adjudicators: adjudicatorsSchema.nullable().default(null),
  gaps: z.array(z.string()),
  changes: changeCountsSchema.nullable(),
  /** How the tables are divided; null where they are not. */
  splits: madeSplitsSchema.nullable().default(null),
  /**
   * The split whose labels stay back, with the evaluation by which predictions are scored, its items and their units; left out where there is none.
   * Its items count nowhere else here but in the sizes of splits.
   */
  heldOut: z.object({ split: z.string(), task: z.string(), items: count, units: count }).optional(),
  /** The first is the default one. None in releases of earlier layouts. */
  tables: z.array(tableSchema).default([]),
  /** All files but those that tell of the others (`metadata/statements.ts`) and SHA256SUMS. */
  files: z.array(fileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>
