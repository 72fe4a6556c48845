/** Calibration and self-consistency: copies of tasks served blind, for managers to set up and to read. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { estimateSchema } from '@/lib/quality/agreement/contract'
import { selectionSchema } from '@/lib/workspace/items/selection/contract'
import { roles } from '@/lib/workspace/users/members/contract'
import { candidateLeftReasons } from './chosen/contract'

/** One person's answers against a reference under one measure: gold, or their own earlier answers. */
export const pairFiguresSchema = z.object({
  /** Units that both rated, and the responses they belong to. */
  units: z.number().int(),
  responses: z.number().int(),
  /** Units rated alike. */
  alike: z.number().int(),
  percent: estimateSchema,
  /** Cohen's kappa, unweighted. */
  kappa: estimateSchema,
})
export type PairFigures = z.infer<typeof pairFiguresSchema>

export const measuredPairSchema = z.object({
  stage: z.string(),
  stageTitle: z.string(),
  measure: z.string(),
  title: z.string(),
  figures: pairFiguresSchema,
})
export type MeasuredPair = z.infer<typeof measuredPairSchema>

/** What a gate asks of one question: each null where it asks for nothing. */
export const gateBarSchema = z.object({
  /** The least percent of units rated as gold says. */
  percent: z.number().int().min(0).max(100).nullable(),
  /** The least percent of the units of the rare value that were rated so. */
  recall: z.number().int().min(0).max(100).nullable(),
  /** The least Cohen's kappa with gold, in hundredths. */
  kappa: z.number().int().min(0).max(100).nullable(),
})
export type GateBar = z.infer<typeof gateBarSchema>

/** A person before the bars of one question. `met`: null where there is no bar, or nothing to judge by. */
export const judgedQuestionSchema = z.object({
  stage: z.string(),
  measure: z.string(),
  title: z.string(),
  /** Units that gold and the person rated, and those rated alike. */
  units: z.number().int(),
  alike: z.number().int(),
  percent: z.object({ bar: z.number().nullable(), met: z.boolean().nullable() }),
  recall: z.object({
    bar: z.number().nullable(),
    met: z.boolean().nullable(),
    /** The rare value, or values, as texts; none where gold gives one value only. */
    values: z.array(z.string()),
    right: z.number().int(),
    units: z.number().int(),
  }),
  /** `value`: null where gold gives one value only. */
  kappa: z.object({ bar: z.number().nullable(), met: z.boolean().nullable(), value: z.number().nullable() }),
})
export type JudgedQuestion = z.infer<typeof judgedQuestionSchema>

/** All measures together: how many units were rated alike. */
const pooledSchema = z.object({ alike: z.number().int(), units: z.number().int() })

/** Where a person stands before the gate. `off`: there is none, or nothing in it for them. */
export const gateStates = ['off', 'todo', 'passed', 'not_passed', 'waived'] as const
export type GateState = (typeof gateStates)[number]

export const personCalibrationSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** `none`: they have left. */
  role: z.enum([...roles, 'none']),
  gate: z.object({
    state: z.enum(gateStates),
    /** Calibration tasks submitted, and how many the gate asks of this person. */
    done: z.number().int(),
    required: z.number().int(),
    pooled: pooledSchema,
    /** The questions that the gate holds. */
    bars: z.array(judgedQuestionSchema),
    measures: z.array(measuredPairSchema),
  }),
  waiver: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  /** null: the reader's own, which would tell what was given to them a second time. */
  repeats: z
    .object({
      /** Their tasks that were chosen to come again so far, and those submitted. */
      chosen: z.number().int(),
      done: z.number().int(),
      /** Of these, tasks whose other answers they had read in between. */
      afterReading: z.number().int(),
      pooled: pooledSchema,
      measures: z.array(measuredPairSchema),
    })
    .nullable(),
})
export type PersonCalibration = z.infer<typeof personCalibrationSchema>

export const calibrationItemSchema = z.object({
  /** The gold that is served. Ids of copies are told to nobody: managers annotate too. */
  taskId: z.uuid(),
  /** The item it is a copy of, with its position in the project. */
  itemId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  domain: z.string().nullable(),
  stageTitle: z.string(),
  /** Is the original gold still? While it is not, the copy waits. */
  served: z.boolean(),
  done: z.number().int(),
  pooled: pooledSchema,
})
export type CalibrationItem = z.infer<typeof calibrationItemSchema>

export const calibrationSettingsSchema = z.object({
  /** Calibration tasks that everybody does before real work; 0: no gate. */
  gateTasks: z.number().int().min(0).max(500),
  /** The least percent of units rated as gold says, of every stage's first question unless `gateBars` says otherwise. */
  gatePercent: z.number().int().min(0).max(100),
  /** Bars of questions, by "stage/measure", which replace what holds of itself. In a change: of the questions that it names; the others stay. */
  gateBars: z.record(z.string().max(200), gateBarSchema),
  /** Percent of submitted tasks that come again to the same person; 0: none. */
  repeatPercent: z.number().int().min(0).max(100),
  repeatAfterDays: z.number().int().min(0).max(365),
})
export type CalibrationSettings = z.infer<typeof calibrationSettingsSchema>

export const calibrationSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), archived: z.boolean() }),
  settings: calibrationSettingsSchema,
  /** Set up when one percentage held for all questions together, and not looked at since. */
  carriedOver: z.boolean(),
  /** Every question with the bars that hold for it, and what the gold of the calibration tasks says. */
  questions: z.array(
    z.object({
      stage: z.string(),
      stageTitle: z.string(),
      measure: z.string(),
      title: z.string(),
      bar: gateBarSchema,
      /** Of gold that is served now: how many units have each of the values that there are. */
      values: z.array(z.object({ text: z.string(), units: z.number().int() })),
    }),
  ),
  /** How it works and how the figures are made, in sentences. */
  rules: z.array(z.string()),
  /** Gold that could be chosen, by stage and domain. */
  candidates: z.array(
    z.object({ stage: z.string(), stageTitle: z.string(), domain: z.string().nullable(), count: z.number().int() }),
  ),
  items: z.array(calibrationItemSchema),
  people: z.array(personCalibrationSchema),
})
export type CalibrationView = z.infer<typeof calibrationSchema>

const projectParams = z.object({ projectId: z.uuid() })
const common = { tag: 'calibration', auth: 'actor' } as const

export const getCalibrationEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/calibration',
  summary: 'The project’s calibration tasks, its gate, and where everybody stands; for managers',
  params: projectParams,
  response: calibrationSchema,
})

/** `script`: a program for Node with the data inside, which computes every figure again and compares. */
export const calibrationReceiptForms = ['json', 'script'] as const

export const getCalibrationReceiptEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/calibration/receipt',
  summary:
    'What the bars of the gate are held against: every rated unit of calibration tasks beside gold; for managers',
  params: projectParams,
  query: z.object({ form: z.enum(calibrationReceiptForms).default('json') }),
  response: { stream: ['application/json', 'text/javascript'] },
})

export const updateCalibrationEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{projectId}/calibration',
  summary: 'Set the gate and how much is served again',
  params: projectParams,
  body: calibrationSettingsSchema.partial(),
  response: calibrationSettingsSchema,
})

/** The largest number that a position can have in the database. */
const LAST_POSITION = 2_147_483_647

/** The most that can be chosen at once: each is a copy. */
export const MOST_CHOSEN = 1000

export const chooseItemsBody = z.object({
  /** The stage whose gold is served. */
  stage: z.string().max(100),
  choice: z.discriminatedUnion('how', [
    /** So many, drawn by chance. */
    z.object({ how: z.literal('random'), count: z.number().int().min(1).max(1000) }),
    /** So many, drawn by chance so that gold gives every value of this measure about as often. */
    z.object({ how: z.literal('labels'), measure: z.string().max(100), count: z.number().int().min(1).max(1000) }),
    /** By their positions in the project. */
    z.object({
      how: z.literal('positions'),
      positions: z.array(z.number().int().min(1).max(LAST_POSITION)).min(1).max(1000),
    }),
    /** All that match. */
    z.object({
      how: z.literal('filter'),
      domain: z.string().max(200).optional(),
      source: z.string().max(500).optional(),
      tag: z.string().max(60).optional(),
    }),
    /** Items chosen in their list: named, or all that a filter of it finds. */
    z.object({ how: z.literal('selection'), selection: selectionSchema }),
  ]),
})
export type ChooseItems = z.output<typeof chooseItemsBody>

export const chooseItemsEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/calibration/items',
  summary: 'Choose gold to serve as calibration tasks: by chance, by label, by position, or all of a filter',
  params: projectParams,
  body: chooseItemsBody,
  response: z.object({
    added: z.number().int(),
    /** Positions that were asked for and left out: not gold in this stage, discarded, or chosen before. */
    passedOver: z.array(z.number().int()),
    /** With a selection: how many of its items were left out, by reason. */
    left: z.array(z.object({ reason: z.enum(candidateLeftReasons), items: z.number().int() })).optional(),
  }),
})

export const removeCalibrationItemEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/calibration/items/{taskId}',
  summary: 'Serve a calibration task no more, and leave it out of the figures',
  params: z.object({ projectId: z.uuid(), taskId: z.uuid() }),
  response: 'empty',
})

const waiverParams = z.object({ projectId: z.uuid(), userId: z.uuid() })

export const waiveCalibrationEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/projects/{projectId}/calibration/waivers/{userId}',
  summary: 'Let a member begin whatever their calibration says, with a reason',
  params: waiverParams,
  body: z.object({ reason: z.string().trim().min(3, 'Say why, in a few words.').max(500) }),
  response: 'empty',
})

export const withdrawWaiverEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/calibration/waivers/{userId}',
  summary: 'Withdraw such a waiver',
  params: waiverParams,
  response: 'empty',
})
