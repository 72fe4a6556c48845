/** The native record: an item with its gold and how that came to be, as it is exported and imported again. */
import { z } from 'zod'
import { keptFactsSchema } from '@/lib/workspace/items/facts/contract'
import { staleChangeSchema } from '@/lib/workspace/tasks/contract'

/** The version of the native format; raised whenever a field changes its meaning or goes away. */
export const NATIVE_VERSION = 'assay/1'

const json = z.json()
const person = z
  .string()
  .nullable()
  .meta({ description: 'Who: "annotator 1", "reviewer 1", ...; for managers after the name: "Kim (annotator 1)"' })

const nativeUnitSchema = z.object({
  key: z.string(),
  kind: z.string(),
  text: z.string(),
  parent: z.string().optional().meta({ description: 'The key of the unit it is a part of' }),
  data: json.optional().meta({ description: 'What else the protocol knows of it' }),
})

/** A unit that an annotator listed. Lists in the gold say by `from` which of these their entries stand for. */
const nativeMadeUnitSchema = z.object({
  key: z.string(),
  kind: z.string(),
  parent: z.string(),
  text: z.string(),
  by: person,
  /** How it came to be, and the keys it was split from or merged from; null once its list dropped it. */
  made: z.string().nullable(),
  from: z.array(z.string()),
})

/** What one person voted, in a stage whose answers are counted. */
const nativeVoteSchema = z.object({
  voter: z.string().meta({ description: 'Who: as a person elsewhere, or as an imported file named them' }),
  shown: z.array(z.string()).nullable().meta({
    description: 'The keys of the shuffled units in the order in which this person saw them; null: nobody knows',
  }),
  answers: z.record(z.string(), z.record(z.string(), json)),
})

/** How one settled value came to be. */
const nativeValueSchema = z.object({
  unit: z.string(),
  question: z.string(),
  value: json,
  how: z.enum(['agreed', 'lane', 'edited', 'majority', 'discussed', 'single', 'imported']),
  /** Whose answer was taken, where it was one person's. */
  from: person,
  /** Who settled it; null where agreement did. */
  by: person,
  reason: z.string(),
  at: z.string(),
})

const nativeStageSchema = z.object({
  key: z.string(),
  raters: z.number().int(),
  /** The round in which the gold was settled; 1 unless the task was sent back. */
  round: z.number().int(),
  adjudicator: person,
  approver: person,
  units: z.array(nativeUnitSchema),
  made: z.array(nativeMadeUnitSchema).default([]),
  /** How the units would differ under newer gold of earlier stages; null unless that is still to be looked at. */
  stale: z.array(staleChangeSchema).nullable().default(null),
  gold: z
    .object({
      version: z.number().int(),
      protocolVersion: z.number().int().optional().meta({
        description: 'Present where it was made under another version of the protocol than the project has',
      }),
      origin: z.enum(['consolidated', 'single_rated', 'imported', 'tallied']),
      createdAt: z.string(),
      /** By unit key and question. */
      answers: z.record(z.string(), z.record(z.string(), json)),
      /** Of a stage of votes, which has no answers of its own; null otherwise. */
      votes: z.array(nativeVoteSchema).nullable().default(null),
      /** What the protocol derives from the answers, or counts of the votes. */
      rollUp: z.record(z.string(), json),
    })
    .nullable(),
  values: z.array(nativeValueSchema),
  unseen: z.boolean().nullable().default(null).meta({
    description:
      'Was every label behind the gold made without a suggestion for it in sight? null where there is no gold. Never true of imported gold, of which nobody can say',
  }),
})

/** One line of a native export: an item, what it was made from, its gold and how that came to be. */
export const nativeRecordSchema = z.object({
  format: z.literal(NATIVE_VERSION),
  protocol: z.object({ id: z.string(), version: z.number().int() }),
  item: z.object({
    position: z.number().int(),
    externalId: z.string().nullable(),
    title: z.string(),
    domain: z.string().nullable(),
    source: z.string().nullable(),
    own: keptFactsSchema.optional().meta({
      description: 'Present where managers said something beside the record; null: as the record has it',
    }),
    /** The format the record was read by. */
    format: z.string(),
    record: z.string().nullable().meta({
      description:
        'The record, as it stood in the file; null where the item is not settled and its record holds labels',
    }),
    /** sha-256 over the canonical JSON of the record. */
    contentHash: z.string(),
    content: json,
    escaped: z.literal(true).optional().meta({
      description:
        'Present where the record holds NUL or halves of character pairs: all texts of the line beside it are escaped then (docs/formats.md)',
    }),
    discarded: z.object({ reason: z.string(), note: z.string().nullable(), at: z.string() }).nullable(),
    /** What people decided the item's label is, where its rules do not settle it; oldest first, null takes one back. */
    overrides: z.array(z.object({ value: json, reason: z.string(), by: person, at: z.string() })).default([]),
  }),
  stages: z.array(nativeStageSchema),
})
export type NativeRecord = z.infer<typeof nativeRecordSchema>
