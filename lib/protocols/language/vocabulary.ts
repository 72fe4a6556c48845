/**
 * The words of a protocol file, `assay: protocol/1`: closed, every one with what it says. The JSON Schema that editors
 * complete by is made of this, and so are the sentences about what is missing.
 */
import { z } from 'zod'

const LONGEST_TEXT = 2_000
const LONGEST_GUIDELINES = 100_000

const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/
/** What is said of a text that is no name, and of one that is no id; the two are told apart by these sentences. */
export const NO_NAME = 'names begin with a letter and have at most 40 letters, digits and _.'
export const NO_ID = 'ids begin with a small letter and have 2 to 60 small letters, digits and hyphens.'
const nameSchema = z.string({ error: 'A name is a text.' }).regex(NAME, { error: NO_NAME })
const idSchema = z.string({ error: 'An id is a text.' }).regex(/^[a-z][a-z0-9-]{1,59}$/, { error: NO_ID })
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const plainText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => text.trim() !== '')

const WORDS = 'Write a text, or one for each language: {en: ..., zh: ...}.'
const words = (longest = LONGEST_TEXT) =>
  z.union(
    [
      plainText(longest),
      z.record(z.string().regex(LANGUAGE), plainText(longest)).refine((texts) => Object.keys(texts).length > 0),
    ],
    { error: `${WORDS} At most ${longest.toLocaleString('en')} characters.` },
  )

/** A text that people read: one, or one for each language. */
export type Words = string | Record<string, string>

const pointer = z
  .string({ error: 'Write where it stands as a JSON pointer, such as /response.' })
  .regex(/^(\/([^~/]|~[01])*)+(\[\])?$|^([^~/]|~[01])+(\/([^~/]|~[01])*)*$/u, {
    error: 'Write where it stands as a JSON pointer: /response, /meta/topic, or, within an entry of a list, text.',
  })
  .max(500)

const value = z.union([z.string().min(1).max(200), z.number(), z.boolean()], {
  error: 'A value is a text, a number, true or false.',
})
export type OptionValue = z.infer<typeof value>

const key = z
  .union([z.string(), z.number().int().min(0).max(9)], { error: 'A key is one letter or digit.' })
  .transform(String)
  .pipe(z.string().regex(/^[a-z0-9]$/, { error: 'A key is one small letter or digit.' }))

const tone = z.enum(['positive', 'partial', 'negative', 'neutral'])
const expression = z.string({ error: 'An expression is a text in quotation marks.' }).min(1).max(2_000)

const option = z.strictObject({
  value: value.describe('What is stored and written into the record.'),
  text: words(120).optional().describe('The words on the button; left out: the value.'),
  says: words().describe('What choosing it means, in a sentence or two.'),
  key: key.optional().describe('The key that chooses it; left out: assigned.'),
  tone: tone.optional().describe('Its colour family; left out: neutral.'),
  exclusive: z
    .boolean()
    .optional()
    .describe('Of set: it is chosen alone, such as “none of these”; choosing it takes the others out.'),
})
export type FileOption = z.infer<typeof option>

/** The forms of questions. */
export const forms = [
  'choice',
  'flag',
  'scale',
  'set',
  'number',
  'rank',
  'text',
  'links',
  'span',
  'list',
  'pick',
] as const
export type Form = (typeof forms)[number]

const question = z.strictObject({
  id: nameSchema.describe('Its name in expressions and in gold; unique in the file.'),
  on: nameSchema.optional().describe('The kind of unit it is asked about; left out: item.'),
  ask: words().describe('The question as put to the annotator.'),
  title: words(120).optional().describe('A short name, as in a table heading; left out: the id.'),
  section: words(200)
    .optional()
    .describe(
      'The heading of the section of the guidelines that is about it; left out: the one that is nearest by its words.',
    ),
  form: z.enum(forms).describe('How it is answered.'),
  options: z
    .array(option)
    .min(1)
    .max(60)
    .optional()
    .describe(
      'Of choice, set and rank: what can be chosen. Of span: the labels. Of pick: what can be said instead of picking, such as a tie.',
    ),
  in: nameSchema.optional().describe('Of span: the text that is marked in, by its name under record.content.'),
  overlapping: z.boolean().optional().describe('Of span: may spans overlap? Left out: no.'),
  of: nameSchema
    .optional()
    .describe(
      'Of list: the kind of unit, from annotators, that its entries are. Of pick: the kind of unit, from the record, that is picked from.',
    ),
  text: nameSchema
    .optional()
    .describe(
      'Of list: the question about an entry that is its text, or of the form span, the stretch that it is; left out: the first of either form.',
    ),
  align: z
    .strictObject({
      by: z
        .enum(['text', 'overlap'])
        .describe('text: how alike their texts are. overlap: how many characters stretches share.'),
      at: z
        .number()
        .gt(0, { error: 'A similarity lies above 0; 1 is the same text, or the same stretch.' })
        .max(1, { error: 'A similarity is at most 1, which is the same text, or the same stretch.' })
        .optional()
        .describe(
          'How alike texts are that stand for one entry, above 0 and at most 1; left out: 0.6. Of overlap: the characters that both stretches have, as a share of those that either has; left out: 0.5.',
        ),
    })
    .optional()
    .describe(
      'Of list: how the entries of two annotators are laid side by side; left out: {by: text, at: 0.6}, or where entries are marked {by: overlap, at: 0.5}.',
    ),
  evidence: z
    .strictObject({
      url: nameSchema.describe('The question about an entry that takes the address of the page.'),
      query: nameSchema.describe('The question about an entry that takes what was searched for.'),
    })
    .optional()
    .describe(
      'Of list: its entries are quotations. What is quoted from a search beside the task becomes an entry, its text the words that were quoted.',
    ),
  takes: z
    .enum(['queries'])
    .optional()
    .describe('Of text: queries of searches that found nothing are written down in it, one a line, by a key.'),
  key: key.optional().describe('Of flag: the key that says yes; left out: assigned.'),
  min: z
    .number()
    .optional()
    .describe(
      'Of scale and number: the lowest. Of set: how many at least; left out: 1. Of span and list: how many at least; left out: 0. Of pick: how many at least; left out: 1.',
    ),
  max: z
    .number()
    .optional()
    .describe(
      'Of scale and number: the highest. Of set, span and list: how many at most; left out: all. Of pick: how many at most; left out: 1.',
    ),
  step: z.number().positive().optional().describe('Of number: what it is a multiple of, counted from min.'),
  anchors: z
    .record(z.string().regex(/^-?\d+$/, { error: 'An anchor stands at a whole number.' }), words())
    .optional()
    .describe('Of scale: what points of it mean; the first and the last must be there.'),
  outside: z
    .array(option)
    .min(1)
    .max(10)
    .optional()
    .describe('Of scale: answers off the scale, such as not applicable; left out of its order.'),
  pattern: z.string().optional().describe('Of text: a regular expression without groups that the whole text matches.'),
  longest: z.number().int().min(1).max(50_000).optional().describe('Of text: the most characters; left out: 10,000.'),
  when: expression.optional().describe('Asked only where this is true.'),
  required: z
    .boolean()
    .optional()
    .describe(
      'Must it be answered where it is asked? Left out: yes for choice, scale, number, rank, span, pick, a list with min, and the text of an entry.',
    ),
  settle: z
    .enum(['decide', 'wording', 'union', 'majority', 'median', 'aside'])
    .optional()
    .describe(
      'How several answers become one: decide (a difference is a disagreement), wording (one text, or one place of a mark, is chosen), union (put together), majority (of set and span: each value, or each character, by itself) and median (of number and scale: the middle one), both under the policies majority and votes, aside (everybody’s own words).',
    ),
  tie: z
    .union([value, z.null()])
    .optional()
    .describe(
      'Under the policies majority and votes: the answer that stands where none has more than half, or there is no middle one; null: none. Left out: a reviewer decides, and under votes nothing stands.',
    ),
})
export type FileQuestion = z.infer<typeof question>

const check = z.strictObject({
  when: expression.describe('Something is wrong where this is true.'),
  on: nameSchema.optional().describe('The kind of unit it is looked for on; left out: item.'),
  error: words().optional().describe('Keeps an annotation from being submitted.'),
  warn: words().optional().describe('Named among the checks of the gold.'),
})

const MOST_CLASSES = 20

const valueClass = z.strictObject({
  value: value.describe('The name of the class.'),
  title: words(60).optional().describe('What it is called on pages; left out: the value.'),
  of: z.array(value).min(1).max(60).describe('The values that count as it.'),
})
const countedClass = valueClass.extend({
  tone: tone.optional().describe('Its colour family; left out: that of its values, where they have one.'),
})
export type FileClass = z.infer<typeof countedClass>

const measure = z.strictObject({
  of: nameSchema.describe('The question, or the roll-up of the item, whose agreement is computed.'),
  id: nameSchema
    .optional()
    .describe('Of classes: its name, where another measure is of the same question; left out: the name after of.'),
  classes: z
    .array(countedClass)
    .min(2)
    .max(MOST_CLASSES)
    .optional()
    .describe(
      'Of choice, flag and scale: which values count as one; a value of no class is no rating. Left out: each value by itself.',
    ),
  title: words(120).optional(),
  values: z
    .array(z.strictObject({ value: z.boolean(), text: words(120), tone: tone.optional() }))
    .length(2, { error: 'Say what true means, and what false means.' })
    .optional()
    .describe('Of a roll-up: the words for true and false, in the order of tables; left out: Yes and No.'),
  level: z.enum(['nominal', 'ordinal', 'interval']).optional().describe('Left out: by the form of the question.'),
  unit: words(60)
    .optional()
    .describe('The word for what is counted, such as response; left out: that of the unit it is about.'),
})

const shownUnit = z.union(
  [
    nameSchema,
    z.strictObject({
      of: nameSchema.describe('The kind of unit.'),
      when: expression
        .optional()
        .describe('Only those of which this is true, by what earlier stages settled; left out: all of them.'),
    }),
  ],
  { error: 'Name a kind of unit, or write {of: fact, when: fact.kind == "check"}.' },
)

const stage = z.strictObject({
  id: nameSchema.describe('Its name.'),
  title: words(120).optional().describe('What is done in it; left out: the id.'),
  raters: z.number().int().min(1).max(20).optional().describe('Annotators an item; left out: 2.'),
  coverage: z
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Percent of items that get so many; the rest get one.'),
  policy: z
    .enum(['discussion', 'reviewer', 'majority', 'votes'])
    .optional()
    .describe(
      'Who settles differences; left out: reviewer. votes: nobody, answers are counted, those that the record brings as well.',
    ),
  approve: z.boolean().optional().describe('Does a second reviewer approve every item? Left out: no.'),
  third: z.enum(['always', 'deadlock']).optional().describe('Of a discussion: when a third rater takes part.'),
  guidelinesFirst: z
    .boolean()
    .optional()
    .describe('Must the guidelines be confirmed before the first task, unless the project says otherwise?'),
  units: z
    .array(shownUnit, { error: 'Write a list of kinds of unit, [] for none: the item is always there.' })
    .max(8)
    .optional()
    .describe('The kinds of unit that it shows besides the item, with those that it lists itself; left out: all.'),
  earlier: z
    .array(nameSchema, { error: 'Write a list of questions of earlier stages, such as [fact].' })
    .max(60)
    .optional()
    .describe(
      'Questions of earlier stages whose settled answers are shown beside what they are about; of the others, only what conditions, checks, roll-ups and the label look at is sent along. Left out, none are shown and all are sent.',
    ),
  questions: z.array(question).min(1).max(60).describe('In the order in which they are settled.'),
  rollUp: z
    .record(nameSchema, expression)
    .optional()
    .describe('What follows from the answers for the whole item, by name.'),
  check: z.array(check).max(40).optional().describe('What an annotation must not hold.'),
  measures: z.array(measure).max(60).optional().describe('Figures of agreement; left out: one for each question.'),
})

const unit = z.strictObject({
  id: nameSchema.describe('The kind of unit; expressions call all of them by its name with an s.'),
  title: words(60).optional().describe('The word for one of them; left out: the id.'),
  from: z
    .enum(['splitter', 'record', 'annotators'])
    .describe('Are they cut from a text, given by the record, or listed by annotators?'),
  text: pointer
    .optional()
    .describe(
      'From the splitter: the name of the content that is cut. From the record: where in an entry its text stands; a list of texts is one text, a line each.',
    ),
  each: pointer
    .optional()
    .describe(
      'From the record: the list that has an entry for each. From the splitter: the list of texts in which a record may bring them; left out: the id with an s, a list of objects with text.',
    ),
  prefix: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/, { error: 'Begin with a letter; write letters, digits, _ and - only.' })
    .optional()
    .describe(
      'Of what is cut, or given by the record: what names of its units begin with, before their number; left out: the id and a hyphen, as in segment-1.',
    ),
  of: nameSchema
    .optional()
    .describe(
      'From the record: the kind of unit whose entries hold that list. From annotators: the unit that they are listed for; left out: item.',
    ),
  label: pointer.optional().describe('From the record: what stands before its text, such as a speaker.'),
  places: z
    .record(
      z
        .string()
        .min(1)
        .max(200)
        .refine((name) => name.trim() === name, { error: 'A name has no blanks around it.' }),
      pointer,
    )
    .optional()
    .describe(
      'From the record, where each has a field of its own: their places, by the names that answers give them: {model_a: /response_a, model_b: /response_b}.',
    ),
  name: pointer
    .optional()
    .describe(
      'From the record: where in an entry its name stands, such as the system behind it. Answers name it so; no annotator sees it.',
    ),
  max: z
    .number()
    .int()
    .min(2)
    .max(1_000)
    .optional()
    .describe('From the record: how many entries the list has at most; left out: any number.'),
  shuffled: z.boolean().optional().describe('Does every annotator see them in an order of their own?'),
})

/** What content has to be, where the file says so. */
export const contentForms = ['text', 'texts', 'link'] as const
export type ContentForm = (typeof contentForms)[number]

const contentEntry = z.union(
  [
    pointer,
    z.strictObject({
      at: pointer,
      optional: z.boolean().optional().describe('May it be missing, null or empty?'),
      form: z
        .enum(contentForms)
        .optional()
        .describe(
          'What it has to be: text (a number is one, "" is none), texts (a list of them; none is an empty list) or link (a web address); left out: any value.',
        ),
    }),
  ],
  {
    error:
      'Write where it stands, /response, or {at: /response, optional: true, form: text}; form is text, texts or link.',
  },
)

/** A field of an entry of a list, or the place in an entry that is a list itself. */
const entryField = z.union([z.string().min(1).max(200), z.number().int().min(0).max(9)], {
  error: 'Write the name of a field, or its place in a list from 0.',
})

/** How answers are written at their place. */
const wayOfWriting = z.strictObject({
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .optional()
    .describe('How answers are written in the record, by answer.'),
  separator: z.string().min(1).max(5).optional().describe('Of set and rank: one text with this between the values.'),
  empty: value
    .optional()
    .describe('Of set: the exclusive value that a record writes as an empty list, or with a separator as "".'),
  place: z
    .tuple([entryField, entryField], { error: 'Write the names of the two offsets in an entry: [start, end].' })
    .optional()
    .describe(
      'Of span, and of a list of marks: the names of start and end in an entry, or of span their places: [0, 1]. Left out: [start, end].',
    ),
  quote: entryField
    .optional()
    .describe('Of span, and of a list of marks: the name of the marked words in an entry; left out: text.'),
  label: entryField.optional().describe('Of span: the name of the label in an entry; left out: label.'),
})

const goldEntry = z.union(
  [
    pointer,
    wayOfWriting.extend({
      at: pointer,
      texts: z.boolean().optional().describe('Of list: its entries are texts, not objects.'),
      proposed: pointer
        .optional()
        .describe('Of list: where a list stands that a machine made; its entries are suggested to annotators.'),
    }),
  ],
  { error: 'Write where it stands, /label, or {at: /label, values: {...}}.' },
)

const voterName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => name.trim() === name, { error: 'A name has no blanks around it.' })

const voteEntry = z.union(
  [
    pointer,
    wayOfWriting.extend({
      at: z
        .union([pointer, z.record(voterName, pointer).refine((places) => Object.keys(places).length > 0)], {
          error: 'Write one place, /annotations or /votes[], or one for each annotator: {anna: /label_anna}.',
        })
        .describe(
          'The object, or with [] the list, that has everybody’s answers; or the place of each annotator’s, by name.',
        ),
      voter: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'Of a list of objects: the field with the annotator’s name; left out: the list has the answers alone.',
        ),
      value: pointer
        .optional()
        .describe('Where the answer stands in an entry of such a list; left out: under the question’s id.'),
      shown: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'Of pick, in a list of objects: the field with the names of what was picked from, in the order in which the annotator saw it.',
        ),
      clean: z
        .enum(['mu-shroom'])
        .optional()
        .describe(
          'Of span: how marks are cleaned before they count; mu-shroom: without blanks and punctuation at their ends, as its program does.',
        ),
    }),
  ],
  { error: 'Write where they stand, /annotations or /votes[], or {at: /annotations, values: {...}}.' },
)

const group = z.strictObject({
  by: z
    .array(pointer, { error: 'Write a list of places, such as [/doc_id, /model].' })
    .min(1)
    .max(8)
    .describe('What the rows of an item have in common and no others have, each with its place in a row.'),
  as: nameSchema.optional().describe('The list of its rows in the record of an item; left out: rows.'),
})

const each = z.strictObject({
  at: pointer.describe(
    'The way to the entries of a JSON document that are the items, * for every key or place: /data/*.',
  ),
  keys: z
    .array(nameSchema)
    .max(10)
    .optional()
    .describe('The fields of an item’s record that have the keys which * stands for, in order.'),
  skip: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(60)
    .optional()
    .describe('Keys under which no items stand, such as a summary.'),
})

/** The most second files that can stand beside a file of records. */
const MOST_JOINS = 4

const join = z
  .record(
    nameSchema,
    z.strictObject({
      file: z
        .string({ error: 'Write the name of the second file, such as sources.jsonl.' })
        .max(200)
        .regex(/^[^/\\\p{Cc}]+$/u, { error: 'Write the name of a file without folders, such as sources.jsonl.' })
        .describe('The name of the second file; * stands for any characters: sources-*.jsonl.'),
      by: pointer.describe('Where in a record the key stands by which its partner is found.'),
      key: pointer
        .optional()
        .describe('Where in a record of the second file that key stands; left out: in the same place.'),
      optional: z.boolean().optional().describe('May a record be without a partner? Left out: no, it is refused.'),
    }),
  )
  .refine((files) => Object.keys(files).length > 0 && Object.keys(files).length <= MOST_JOINS, {
    error: `Name one second file, or up to ${MOST_JOINS}.`,
  })

const record = z.strictObject({
  id: pointer.optional().describe('Where the name of the item stands.'),
  title: pointer.optional().describe('What items are listed by; left out: the beginning of the first text.'),
  domain: pointer.optional().describe('What figures are broken down by.'),
  source: pointer.optional().describe('Where the item comes from.'),
  content: z
    .record(nameSchema, contentEntry)
    .describe('What annotators may see of a record, by name, each with its place.'),
  hidden: z.record(nameSchema, pointer).optional().describe('What no annotator may see, such as the model.'),
  identity: z
    .array(nameSchema)
    .min(1)
    .max(60)
    .optional()
    .describe(
      'The content that says which item it is, so that what else is noted makes no other item of it; left out: all.',
    ),
  gold: z
    .record(nameSchema, goldEntry)
    .optional()
    .describe('Where answers stand in a record, by question; left out: under the question’s id.'),
  votes: z
    .record(nameSchema, voteEntry)
    .optional()
    .describe(
      'Under the policy votes: where each annotator’s answers stand, by question; left out: in the list /votes[] with voter.',
    ),
  offsets: z
    .strictObject({
      unit: z.enum(['code points', 'utf-16', 'bytes']).optional().describe('What they count; left out: code points.'),
      end: z.enum(['exclusive', 'inclusive']).optional().describe('Is the end behind the last character, or on it?'),
    })
    .optional()
    .describe('How the record counts the offsets of spans.'),
  csv: z.boolean().optional().describe('Is it written as a CSV file?'),
  join: join
    .optional()
    .describe(
      'Second files whose records belong to records by a key, each under the name of the field in which the partner is found: /source/text.',
    ),
  each: each.optional().describe('Where the items stand in a JSON document; left out: a file has one after the other.'),
  group: group.optional().describe('Rows of a file that together are one item; left out: each is one.'),
})

const show = z.strictObject({
  title: words(120).describe('The heading over it.'),
  text: nameSchema.describe('The content that is shown.'),
  as: z
    .enum(['text', 'list', 'table'])
    .optional()
    .describe('How: as it stands, as a numbered list, or as names with values.'),
})

const itemLabel = z.strictObject({
  stage: nameSchema.optional().describe('The stage whose answers it follows from; left out: the last.'),
  values: z
    .array(z.strictObject({ value, text: words(120).optional(), tone: tone.optional() }))
    .min(1)
    .max(20)
    .describe('What the label of an item can be.'),
  rules: z
    .record(
      nameSchema,
      z.strictObject({
        title: words(120),
        says: words(),
        is: expression.describe('One of the values, or null where it is not known.'),
      }),
    )
    .refine((rules) => Object.keys(rules).length > 0, { error: 'Name at least one rule.' })
    .describe('How it follows from the answers; the first is the default.'),
  at: pointer.optional().describe('Where the record states it.'),
})

const table = z.strictObject({
  id: nameSchema.describe('Its name.'),
  title: words(120).describe('The heading over it.'),
  says: words().describe('What is counted, and what it can be laid beside.'),
  stage: nameSchema.optional().describe('Of shares: the stage whose roll-ups are counted; left out: the last.'),
  items: words(60)
    .optional()
    .describe('The heading of the number of items, or of answers; left out: Items, and of a question Answers.'),
  by: nameSchema
    .optional()
    .describe('The content that holds the domain: a row for each domain, and one for all; left out: one row.'),
  shares: z
    .array(
      z.strictObject({
        of: nameSchema.describe('The roll-up, which is true or false.'),
        is: z.boolean().optional().describe('Which of the two is counted; left out: true.'),
        title: words(60).optional().describe('The heading of the column; left out: the name of the roll-up.'),
        tone: tone.optional().describe('Its colour family; left out: neutral.'),
      }),
    )
    .min(1)
    .max(12)
    .optional()
    .describe('Of how many items something holds, out of those for which it is known.'),
  of: nameSchema
    .optional()
    .describe('In place of shares: the question whose answers are counted, a column for each value or class.'),
  classes: z
    .array(countedClass)
    .min(1)
    .max(MOST_CLASSES)
    .optional()
    .describe(
      'Of a question: which values count as one; answers of no class are left out. Left out: each value by itself.',
    ),
})
export type FileTable = z.infer<typeof table>

const test = z.strictObject({
  record: z
    .union([z.string().max(300), z.record(z.string(), z.json())], {
      error: 'Name a record as file.jsonl#3, or write it here.',
    })
    .describe('A record: file.jsonl#3 beside this file, or written here.'),
  roundtrip: z.boolean().optional().describe('Is it written from its gold as it was read?'),
  expect: z.record(nameSchema, z.json()).optional().describe('Roll-ups of its gold, by name.'),
  answers: z
    .record(z.string(), z.json())
    .optional()
    .describe('Answers that must have been read from it: item.quality or fact-2.label. They are not put into it.'),
  refuse: z.boolean().optional().describe('Must it be refused?'),
})

const questionName = z
  .string({ error: 'Name the question, such as label.verdict.' })
  .regex(/^([a-zA-Z][a-zA-Z0-9_]{0,39}\.)?[a-zA-Z][a-zA-Z0-9_]{0,39}$/, {
    error: 'Name the question with its stage, such as label.verdict, or by its id alone.',
  })

const migration = z.strictObject({
  rename: z
    .record(
      questionName,
      z.union([nameSchema, z.record(z.string().min(1).max(200), value)], {
        error: 'Write the new id of the question, or the new names of its values: {old: new}.',
      }),
    )
    .optional()
    .describe('Questions and values that have another name: {label.verdict: {wrong: false}} or {label.grade: mark}.'),
  ask: z
    .array(questionName)
    .min(1)
    .max(60)
    .optional()
    .describe(
      'Questions of this version that items which are finished lack: a manager decides whether they are asked.',
    ),
  drop: z
    .array(
      z.union([questionName, z.record(questionName, z.array(value).min(1).max(60))], {
        error: 'Write the question, or the values that no longer count: {label.kinds: [number]}.',
      }),
    )
    .min(1)
    .max(60)
    .optional()
    .describe('Questions and values whose answers are kept and no longer count.'),
  toSet: z
    .array(questionName)
    .min(1)
    .max(60)
    .optional()
    .describe('Questions that were a choice and are a set: each answer becomes a set of one.'),
})
export type FileMigration = z.infer<typeof migration>

const unitAndQuestion = z.string().regex(/^[^.\s]{1,100}\.[a-zA-Z][a-zA-Z0-9_]{0,39}$/, {
  error: 'Name the unit and the question, such as item.verdict or fact-2.label.',
})

const practice = z.strictObject({
  id: idSchema.optional().describe('Its name: what people answered is kept by it. Left out: by its place.'),
  record: z
    .record(z.string(), z.json(), { error: 'Write the record here, with its labels.' })
    .describe('A record with its labels, written here.'),
  answers: z
    .record(unitAndQuestion, z.json())
    .optional()
    .describe('Answers that are right and that the record does not state, by unit and question: {item.action: keep}.'),
  why: z
    .record(unitAndQuestion, words())
    .refine((reasons) => Object.keys(reasons).length > 0, { error: 'Say why one of its labels is right, or more.' })
    .describe('Why its labels are right, by unit and question: {fact-2.label: The page says otherwise.}'),
})
export type FilePractice = z.infer<typeof practice>

/** As long as a prompt of a file may be. */
const LONGEST_PROMPT = 10_000
/** So many answers are asked for at most, to take the majority of. */
export const MOST_SAMPLES = 25
const MOST_STEPS = 20

const prompt = z
  .string({ error: 'A prompt is a text.' })
  .max(LONGEST_PROMPT, { error: `A prompt has at most ${LONGEST_PROMPT.toLocaleString('en')} characters.` })
  .refine((text) => text.trim() !== '', { error: 'A prompt has words.' })

const ownPrompt = z.strictObject({
  system: prompt.optional().describe('What the model is to be and to do; left out: as in the standard prompt.'),
  user: prompt
    .optional()
    .describe('What it is given, with {{item}} and other names; left out: as in the standard prompt.'),
})

/** What the rules of the kit say of a text, by what the rules are called. */
export const RULES_SAY = {
  'sentence-claims': [],
  'check-worthiness': ['fact', 'opinion', 'not_a_claim', 'other'],
  stance: ['supports', 'partly', 'refutes', 'irrelevant'],
  'whole-text': ['whole', 'cut_off', 'few_words'],
} as const

const stepId = z.string({ error: 'An id is a text.' }).regex(/^[a-z][a-z0-9-]{0,39}$/, {
  error: 'An id begins with a small letter and has at most 40 small letters, digits and hyphens.',
})

const prefillStep = ownPrompt.extend({
  id: stepId.describe('Its name: runs and their prompts are kept by it.'),
  promptName: stepId
    .optional()
    .describe(
      'What its own prompt is called, so that it keeps the name that earlier runs know it by; left out: as the step.',
    ),
  title: words(120).optional().describe('What it is called; left out: by what it does.'),
  says: words(400).optional().describe('What it does, in a sentence; left out: by what it does.'),
  judge: z
    .array(nameSchema, { error: 'Write a list of questions, such as [verdict].' })
    .min(1)
    .max(60)
    .optional()
    .describe('The questions whose answers a model chooses.'),
  together: z
    .literal(true, { error: 'Write true, or leave it out.' })
    .optional()
    .describe('Of judge: all questions about a unit are asked in one call, and answered with one reason.'),
  list: nameSchema
    .optional()
    .describe('The question of form list or span for which a model proposes entries, marks or spans.'),
  evidence: nameSchema
    .optional()
    .describe('The list with evidence for which quotations are proposed that searches lead to.'),
  links: nameSchema.optional().describe('The question of form links for which pages are proposed that a search finds.'),
  cut: nameSchema
    .optional()
    .describe('The kind of unit from the splitter: a model cuts its text, in place of the splitter.'),
  answers: z
    .array(nameSchema, { error: 'Write a list of questions about the entries, or [].' })
    .max(60)
    .optional()
    .describe(
      'Of list and evidence: the questions about an entry that are answered along with it, by choosing, by marking words in a text, or by a list; left out: all. Of judge with rules: which of several questions the rules answer.',
    ),
  quoted: nameSchema
    .optional()
    .describe('Of list: its entries are quotations from this content, found there again or refused.'),
  samples: z
    .number()
    .int()
    .min(1)
    .max(MOST_SAMPLES)
    .optional()
    .describe(`Of judge: how many answers are asked for, of which the majority stands: 1 to ${MOST_SAMPLES}.`),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('How much answers may differ, from 0 to 2; left out: 0, and with several samples 0.9.'),
  rules: z
    .enum(['sentence-claims', 'check-worthiness', 'stance', 'whole-text'])
    .optional()
    .describe(
      'How it can be done without a model: of list sentence-claims, of one question of judge check-worthiness, stance or whole-text.',
    ),
  values: z
    .record(z.string().min(1).max(60), value)
    .optional()
    .describe('Of rules: the answer for each thing that they say, such as {fact: check, opinion: skip}.'),
  claim: nameSchema.optional().describe('Of the rules stance: the content that holds the claim.'),
  text: nameSchema
    .optional()
    .describe(
      'Of rules of judge: the content that they look at. Of links: the content that is searched for. Left out: the text of the unit.',
    ),
  queries: ownPrompt.optional().describe('Of evidence: the prompt that asks what is searched for.'),
  quotes: ownPrompt.optional().describe('Of evidence: the prompt that asks for quotations from the passages found.'),
})
export type FilePrefillStep = z.infer<typeof prefillStep>

const evaluation = z.strictObject({
  of: nameSchema.describe(
    'The question, the roll-up of the item that is true or false, or itemLabel, the label of the item: what gold says.',
  ),
  id: nameSchema.optional().describe('Its name, when several are of the same; left out: the name after of.'),
  title: words(120).optional().describe('What it is called; left out: as the question or roll-up.'),
  says: words(400).optional().describe('What a system is to say, in a sentence; left out: the question.'),
  classes: z
    .array(valueClass)
    .min(2, { error: 'Scoring takes two classes or more.' })
    .max(MOST_CLASSES)
    .optional()
    .describe(
      'Which values count as one; units with a value of no class are not scored. Left out: each value is a class.',
    ),
  find: value
    .optional()
    .describe('The class, or the value, that is to be found: its precision, recall and F1 come first.'),
  fields: z
    .array(z.string().min(1).max(60), { error: 'Write a list of names, such as [prediction].' })
    .min(1)
    .max(10)
    .optional()
    .describe('What systems call the field with their answer, besides its own name, label and value.'),
  values: z
    .record(z.string().min(1).max(200), value)
    .optional()
    .describe('How systems write the values or classes, such as {SUPPORTS: supported}, besides their own names.'),
  abstentions: z
    .union([z.enum(['wrong', 'out']), z.strictObject({ as: value })], {
      error: 'Write wrong, out, or {as: a value or class}.',
    })
    .optional()
    .describe('What a missing answer counts as: wrong, out (not scored), or {as: a value or class}; left out: wrong.'),
})
export type FileEvaluation = z.infer<typeof evaluation>

/** A whole file. */
export const fileSchema = z.strictObject({
  assay: z
    .literal('protocol/1', { error: 'The first line is assay: protocol/1.' })
    .describe('The language: protocol/1.'),
  id: idSchema.describe('What the protocol is called by projects.'),
  version: z.number().int().min(1).max(1_000_000).describe('A whole number from 1; a published version never changes.'),
  title: words(120).describe('What it is called by people.'),
  summary: words(400).describe('What one makes with it, in a sentence.'),
  source: z
    .strictObject({ paper: z.string().min(1).max(300), section: z.union([z.string().min(1).max(60), z.number()]) })
    .optional()
    .describe('The publication that it follows.'),
  language: z
    .string()
    .regex(LANGUAGE)
    .optional()
    .describe('The language of texts that are given in one; left out: en.'),
  item: words(60).optional().describe('The word for one item, such as response; left out: item.'),
  record: record.describe('How a record of a file is read, and written from gold.'),
  domains: z.record(z.string().min(1).max(100), words(120)).optional().describe('Words for domains.'),
  show: z.array(show).min(1).max(12).describe('What annotators read, in order.'),
  units: z.array(unit).max(8).optional().describe('What is asked about besides the item.'),
  stages: z.array(stage).min(1).max(6).describe('What is done with an item, one after the other.'),
  label: itemLabel.optional().describe('The label of a whole item.'),
  tables: z
    .array(table)
    .min(1)
    .max(12)
    .optional()
    .describe('What a dataset consists of, by its roll-ups; left out: how often each answer was given.'),
  discard: z
    .array(z.strictObject({ value: nameSchema, says: words(200) }))
    .min(1)
    .max(20)
    .optional()
    .describe('Reasons to discard an item; left out: broken, unsuitable and other.'),
  guidelines: words(LONGEST_GUIDELINES).describe('What annotators go by, in Markdown.'),
  migrate: z
    .record(z.string().regex(/^[1-9]\d{0,6}$/, { error: 'An earlier version is a whole number.' }), migration)
    .optional()
    .describe('What becomes of answers that were given under an earlier version, by its number.'),
  practice: z
    .array(practice)
    .min(1)
    .max(200)
    .optional()
    .describe('Records that annotators practise with before their first task, with reasons.'),
  prefill: z
    .union([z.literal('none'), z.array(prefillStep).min(1).max(MOST_STEPS)], {
      error: `Write none, or a list of up to ${MOST_STEPS} steps: - {id: ..., judge: [...]}.`,
    })
    .optional()
    .describe('What machines do before people begin; left out: every step that the questions allow.'),
  evaluate: z
    .union([z.literal('none'), z.array(evaluation).min(1).max(40)], {
      error: 'Write none, or a list of up to 40: - {of: ...}.',
    })
    .optional()
    .describe('What systems are scored on; left out: each question by its form, and the label of the item.'),
  tests: z.array(test).max(50).optional().describe('Records with what must come of them.'),
})
export type ProtocolFile = z.infer<typeof fileSchema>
export type FileStage = ProtocolFile['stages'][number]
export type FileUnit = NonNullable<ProtocolFile['units']>[number]
export type FileShownUnit = NonNullable<FileStage['units']>[number]
export type FileTest = NonNullable<ProtocolFile['tests']>[number]

/** JSON Schema (2020-12) of a file, for editors and for whoever writes one by a program. */
export const protocolFileSchema = () => ({
  title: 'A protocol of Assay as a file (assay: protocol/1)',
  ...z.toJSONSchema(fileSchema, { target: 'draft-2020-12', io: 'input' }),
})
