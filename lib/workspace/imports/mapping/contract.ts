/**
 * Which columns of somebody's file are which fields of a record, and which answer which question. The model is shared by all who read
 * files whose columns are not those of a published format:
 *
 * - a protocol names its fields and the headings they go by (`Protocol.columns`, lib/protocols/own-columns.ts);
 * - `toolRows` (tool-rows.ts) takes records of other labelling tools apart, one row for each person's labels;
 * - `columnsIn` (columns.ts) lays a record out as columns: nested objects by their path (`data.text`), a conversation as
 *   `earlier messages` and `last assistant message`;
 * - `glimpsesOf` and `ColumnCollector` (columns.ts) collect what the columns of a file hold, and `guessMapping` (guess.ts)
 *   guesses a mapping from it;
 * - `mapRecord` (map-record.ts) makes a record of the protocol's format, with the labels that its columns state.
 *
 * A file whose records are of a format as they stand needs no mapping: null. A mapping rests on its import, and on the project
 * once something was imported by it, where it is the guess for the next file.
 */
import { z } from 'zod'

const column = z.string().max(500)

/** One column that answers one question. */
export const labelColumnSchema = z.object({
  column,
  /** The kind of unit of the protocol's first stage that the question is about, and the question's key. */
  unit: z.string().max(100),
  question: z.string().max(100),
  /** Which unit of that kind, from 1; `each`: the column holds a list with one entry for each of them. */
  place: z.union([z.number().int().min(1).max(5000), z.literal('each')]),
  /** What the words of the column mean, in lower case; null: nothing, it is left out. Words that are not here are refused. Of a set, each that a cell lists. Of texts and numbers, empty. */
  values: z.record(z.string().max(500), z.json()).default({}),
})
export type LabelColumn = z.infer<typeof labelColumnSchema>

export const columnMappingSchema = z.object({
  /** By the key of a field: the columns it is read from, whose texts are joined by a blank line. */
  fields: z.record(column, z.array(column).min(1).max(10)),
  labels: z.array(labelColumnSchema).max(200).default([]),
  /** Words of the domain column that are domains on which a rule of the protocol depends, in lower case, by their value there. */
  domains: z.record(z.string().max(500), z.string().max(100)).default({}),
  /**
   * Whose labels are read of a file that holds those of several people: of the rows in which this column says this word (in lower
   * case). Of all rows where left out.
   */
  labelsOf: z.object({ column, word: z.string().max(500) }).optional(),
})
export type ColumnMapping = z.infer<typeof columnMappingSchema>

/** A mapping as it is sent. */
export const statedMappingSchema = columnMappingSchema.extend({
  labels: z
    .array(
      labelColumnSchema.extend({
        values: labelColumnSchema.shape.values.unwrap().optional().meta({
          description:
            'What the words of the column mean, in lower case; null: it is left out. Other words are refused. Left out: every word that is plainly a value',
        }),
      }),
    )
    .max(200)
    .default([]),
})
export type StatedMapping = z.infer<typeof statedMappingSchema>

/** What one column of a file holds, as far as its first records show. */
export const columnViewSchema = z.object({
  name: z.string(),
  /** Records in which it holds something, of those looked at. */
  filled: z.number().int(),
  /** The beginnings of some of its values. */
  samples: z.array(z.string()),
  /** Its words where it has few of them, the most frequent first, those of lists one by one; null where it holds texts. */
  words: z.array(z.object({ word: z.string(), count: z.number().int() })).nullable(),
  isList: z.boolean(),
  /** Where it holds objects, it cannot be read as a text. */
  holdsObjects: z.boolean().optional(),
})
export type ColumnView = z.infer<typeof columnViewSchema>

/** What the page and the command line need to let a person change a mapping. */
export const mappingTargetsSchema = z.object({
  fields: z.array(z.object({ key: z.string(), title: z.string(), required: z.boolean() })),
  questions: z.array(
    z.object({
      unit: z.string(),
      unitTitle: z.string(),
      question: z.string(),
      title: z.string(),
      /** null: it takes a text, or a number. */
      options: z
        .array(
          z.object({ value: z.json(), text: z.string(), tone: z.enum(['positive', 'partial', 'negative', 'neutral']) }),
        )
        .nullable(),
      /** It takes several of them: a list, or a text that has them between commas, semicolons, bars or line ends. */
      several: z.boolean().optional(),
    }),
  ),
  ruleDomains: z.array(z.object({ value: z.string(), text: z.string() })),
  /** Domains of the protocol's paper, to be suggested: any word can be one. */
  domains: z.array(z.object({ value: z.string(), text: z.string() })).default([]),
})
export type MappingTargets = z.infer<typeof mappingTargetsSchema>

/** How a file is to be read, and what was found about it. */
export const fileMappingSchema = z.object({
  mapping: columnMappingSchema.nullable(),
  /** Can records of the file be read as they stand? */
  isReadable: z.boolean(),
  /** Fields for which several columns may be meant. */
  competing: z.array(z.object({ field: z.string(), columns: z.array(z.string()) })),
  /** Required fields that no column was found for. */
  missing: z.array(z.string()),
  /** Columns that are only spelled nearly like what they are read as. */
  spelled: z.array(z.object({ field: z.string(), column: z.string() })),
  columns: z.array(columnViewSchema),
  /** Columns that nothing is read from. */
  unused: z.array(z.string()),
})
export type FileMapping = z.infer<typeof fileMappingSchema>
