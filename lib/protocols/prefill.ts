/**
 * What a machine does for a protocol before people begin: steps that propose values. A step is pure but for the tools it
 * is given, which reach models, searches and pages; every use of them is recorded, cached and paid by the core.
 * Not part of `Protocol`, so that no browser loads it: a manifest names it, steps.ts loads it.
 */
import type { z } from 'zod'
import type { EarlierGold, Json, UnitDraft } from './answers'
import type { RecordProblem } from './records'

/** A value proposed for a question of a unit; for a list, entries (`ListSeed[]`). */
export interface Proposal {
  unit: string
  question: string
  value: Json
  /** How sure, from 0 to 1; left out where the step cannot say. */
  score?: number
  /** Why, in a sentence or two; folded away on screen. */
  rationale?: string
  /** The prompt it came from, where a model was asked (`Asked.promptHash`). */
  promptHash?: string
}

/** What a step starts from: one item in one stage, with what the run's earlier steps made of it. */
export interface StepInput {
  content: Json
  /** The task's own units. */
  units: readonly UnitDraft[]
  /** The gold of the stages before. */
  earlier: EarlierGold
  /** The proposals of the run's earlier steps; of one unit and question the latest counts. */
  proposals: readonly Proposal[]
  /** What earlier steps noted, by step key. */
  notes: Readonly<Record<string, Json>>
}

/** What a step made. Whatever it leaves out stays as it was. */
export interface StepOutput {
  proposals?: readonly Proposal[]
  /** Evidence in the protocol's own shape (see `Pipeline.withEvidence`); the task's units are derived anew from it. */
  evidence?: readonly Json[]
  /** Other segments; their concatenation has to be the segmented text, or the core refuses them. */
  segments?: readonly string[]
  /** Kept with the run's item and shown there: queries, scores, whole revised texts. */
  note?: Json
}

export type StepMethod = 'rules' | 'model'

/** A step of a protocol's pipeline, in the order in which they run. */
export interface PrefillStep {
  key: string
  title: string
  /** What it does, in a sentence for managers. */
  summary: string
  /** The stage whose tasks it works on. */
  stage: string
  /** How it can be done; `rules` needs neither key nor internet. The first is the default where there is a choice. */
  methods: readonly [StepMethod, ...StepMethod[]]
  /** What it makes use of besides a model. */
  uses: readonly ('search' | 'pages' | 'embeddings')[]
  /** The steps that have to run before it. */
  after: readonly string[]
  /** It costs and proposes nothing to annotators, so a new run begins without it. */
  startsOff?: true
  /** It proposes other segments, so that it has nothing to do where units stay as they are. */
  resegments?: true
  /** Checks the parameters and fills in the defaults; described by z.toJSONSchema for the form. Every field has a title. */
  parameters: z.ZodObject
  /** The prompts it asks models with. */
  prompts: readonly Prompt[]
  run(input: StepInput, tools: StepTools, settings: StepSettings): Promise<StepOutput>
}

export interface StepSettings {
  method: StepMethod
  /** As `parameters` parsed them. */
  parameters: Readonly<Record<string, unknown>>
  /** As the run was planned with them: a plan lacks what there was not when it was made. Left out: as above. */
  planned?: Readonly<Record<string, unknown>>
}

/**
 * What a machine said about one text of an item, as it stands in a file: proposals for the unit with that text. Lines of
 * one `group` are about one item, which is told by its prompt and response or, without them, by the texts themselves.
 */
export interface MachineOutput {
  model: string
  group: string
  prompt: string | null
  response: string | null
  /** The domain of the item, where the file tells it: settles which of two equal ones is meant. */
  domain: string | null
  text: string
  proposals: readonly Pick<Proposal, 'question' | 'value' | 'score' | 'rationale'>[]
  /** Whatever else it brought along, such as the passages it looked at. */
  note?: Json
}

/** A file format of machine outputs, recognised record by record. */
export interface OutputFormat {
  key: string
  title: string
  description: string
  /** The stage whose units are proposed for. */
  stage: string
  /** What an item is told by. */
  identify(content: Json): { prompt: string; response: string }
  recognises(record: Json): boolean
  read(record: Json): { ok: true; outputs: readonly MachineOutput[] } | { ok: false; problems: RecordProblem[] }
}

/** All that a machine can do for a protocol. */
export interface Pipeline {
  protocolId: string
  steps: readonly PrefillStep[]
  /** The content with evidence that runs found merged into it: what several queries found stands there once. */
  withEvidence?(content: Json, found: readonly Json[]): Json
  /**
   * What runs find becomes part of the item's own content as well, so that roll-ups, tallies and exports know it: texts whose
   * method the units do not tell. `withEvidence` then has to leave content alone that holds the same already.
   */
  evidenceIsContent?: true
  /** How a generated response becomes a record of the protocol's plain format; null where responses cannot be generated. */
  generated: ((given: { prompt: string; response: string; model: string; externalId: string | null }) => Json) | null
  /** Files of machine outputs that become runs. */
  outputs?: readonly OutputFormat[]
  /** Numbers by which a manager chooses what is worth annotating, from a run item's notes; none: no triage. */
  triage?: {
    title: string
    measures: readonly { key: string; title: string; unit: string; better: 'low' | 'high' }[]
    scores(notes: Readonly<Record<string, Json>>, content: Json): Record<string, number | null>
  }
}

/** A prompt of Assay's own. The version rises with every change; the hash is that of the text. */
export interface Prompt {
  /** Unique in its protocol: "decompose", "stance-three-labels". */
  name: string
  version: number
  /** What the model is to be and to do. May hold `{{names}}`. */
  system: string
  /** What it is given: `{{names}}` of values, each put between fences as data, never as instructions. */
  user: string
}

/** A question to a model. The model is the plan's for the step. */
export interface Question<T> {
  prompt: Prompt
  values: Readonly<Record<string, string>>
  /** The shape of the answer, sent as a structured output. Optional fields are `.nullable()`, never `.optional()`. */
  answer: z.ZodType<T>
  /** Most tokens of the answer. */
  maxTokens: number
  /** 0 when left out. */
  temperature?: number
  /** Tells repetitions of the same question apart (self-consistency): 0, 1, 2, ... */
  sample?: number
}

export interface Asked<T> {
  value: T
  model: string
  promptHash: string
}

export interface Hit {
  /** From 1, in the provider's order. */
  rank: number
  title: string
  url: string
  snippet: string
  /** Where the hit is a document of the project's own corpus. */
  documentId?: string
  publishedAt?: string | null
}

export interface Page {
  url: string
  title: string
  text: string
  /** Of the kept snapshot. */
  snapshotId: string | null
  fetchedAt: string
}

export interface Ranked {
  text: string
  /** Index in the passages given. */
  index: number
  score: number
}

/** What a step can reach. Everything throws StepFailure; a failure fails the item's step and nothing else. */
export interface StepTools {
  signal: AbortSignal
  ask<T>(question: Question<T>): Promise<Asked<T>>
  search(query: string): Promise<readonly Hit[]>
  /** The readable text of a hit: the page, or the document of the corpus. */
  read(hit: Hit): Promise<Page>
  /** The passages best for the query, by BM25 and, where the endpoint has them, embeddings; diverse, best first. */
  rank(query: string, passages: readonly string[], most: number): Promise<readonly Ranked[]>
  /** Reads what cannot be read in code alone. */
  countTokens(text: string): number
}

export const failureCodes = [
  'no_key',
  'wrong_key',
  'unreachable',
  'timeout',
  'rate_limited',
  'server_error',
  'bad_request',
  'refused',
  'truncated',
  'malformed',
  'blocked_address',
  'page_failed',
  'budget',
  'cancelled',
  'rejected',
  'internal',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Why a call or a step came to nothing: a result, with words for people. */
export class StepFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** What happened and what to do, in a sentence or two. */
    message: string,
    /** May the same succeed later without a change? */
    readonly passing = false,
    /** Wait at least this long, where the provider said so. */
    readonly retryAfterMs: number | null = null,
    /** What is noted of the step although it failed. */
    readonly note?: Json,
  ) {
    super(message)
    this.name = 'StepFailure'
  }
}
