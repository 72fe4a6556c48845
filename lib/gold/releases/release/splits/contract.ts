/** Into which splits the tables of a release are divided. */
import { z } from 'zod'

/** What readers of datasets take for the name of a split; they mean all splits together by `all`. */
export const SPLIT_NAME = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/
export const SPLIT_NAME_TEXT =
  'letters A to Z, digits and underscores, in parts joined by single dots; “all” means every split together, and “.parquet” ends the name of a file'
export const MOST_SPLITS = 10

export const isSplitName = (name: string): boolean =>
  name.length <= 50 && SPLIT_NAME.test(name) && !/^all$|\.parquet$/i.test(name)

/** The one split of a release that is not divided. */
export const UNDIVIDED = 'test'

/**
 * `source` and `domain` mean those of the item, as managers say them; anything else is a field of the imported record, or else of
 * the item’s content: its name (`prompt`), or a JSON pointer (`/meta/prompt_id`).
 */
const attribute = z.string().trim().min(1, 'Name a field.').max(500)

const shareSchema = z.object({
  name: z.string().refine(isSplitName, `This is no name of a split: use ${SPLIT_NAME_TEXT}.`),
  percent: z.number().gt(0, 'A share is more than 0 percent.').max(100),
})

/** The split whose labels stay back. */
const heldOutSchema = z.strictObject({
  split: z.string().refine(isSplitName, `This is no name of a split: use ${SPLIT_NAME_TEXT}.`),
  /** The evaluation task by which predictions are scored; left out: the first of the protocol that scores against gold. */
  task: z.string().min(1).max(100).optional(),
})

const sharesSchema = z.strictObject({
  by: z.literal('shares'),
  /** In the order in which the splits are listed. */
  shares: z.array(shareSchema).min(1).max(MOST_SPLITS),
  seed: z.int().min(0).max(2_147_483_647).default(1),
  /** Items that are the same in this are in one split. null: every item by itself. */
  group: attribute.nullable().default(null),
  /** The shares hold within each value of this. */
  stratify: attribute.nullable().default(null),
  /** Each group’s split follows from seed and group alone: none moves when items come or go, and sizes are only nearly as wanted. */
  steady: z.boolean().default(false),
  heldOut: heldOutSchema.optional(),
})

const fieldSchema = z.strictObject({
  by: z.literal('field'),
  /** Its values are the names of the splits. */
  field: attribute,
  heldOut: heldOutSchema.optional(),
})

/** How a release is divided. */
export const splitChoiceSchema = z
  .discriminatedUnion('by', [sharesSchema, fieldSchema])
  .superRefine((choice, { addIssue }) => {
    if (choice.by !== 'shares') return
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message })
    const sum = choice.shares.reduce((total, { percent }) => total + percent, 0)
    if (Math.abs(sum - 100) > 1e-6)
      refuse(['shares'], `The shares add up to ${Number(sum.toFixed(6))} percent: let them add up to 100.`)
    const names = choice.shares.map(({ name }) => name.toLowerCase())
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        refuse(['shares', index, 'name'], `Two splits are called “${name}”: give each a name of its own.`)
    const { heldOut } = choice
    if (heldOut && !choice.shares.some(({ name }) => name === heldOut.split))
      refuse(['heldOut', 'split'], `No split is called “${heldOut.split}”: hold out one of those that are named.`)
    if (heldOut && choice.shares.length === 1)
      refuse(['heldOut', 'split'], 'Nothing is left to release when the only split is held out: name a second one.')
    if (choice.steady && choice.stratify !== null)
      refuse(
        ['stratify'],
        'Shares within each value need to see all items, and in a steady division none sees another: choose one of both.',
      )
    if (choice.group !== null && choice.group === choice.stratify)
      refuse(['stratify'], 'What is kept together cannot be shared out as well: name two fields, or one of both.')
  })
  .meta({ examples: [{ by: 'field', field: 'split' }] })
export type SplitChoice = z.infer<typeof splitChoiceSchema>
export type ShareChoice = Extract<SplitChoice, { by: 'shares' }>

const count = z.number().int()

/** What came of it, as the manifest tells it. */
export const madeSplitsSchema = z.object({
  choice: splitChoiceSchema,
  /** Items with gold in each. */
  sizes: z.array(z.object({ name: z.string(), items: count })),
  /** Items with gold that have nothing in the field of the group: each is a group by itself. */
  ungrouped: count,
})
export type MadeSplits = z.infer<typeof madeSplitsSchema>
