import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { levels, type MatrixOptionsInput, matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'

/** What of the options the command line takes as it is. */
export type RatingFlags = Omit<MatrixOptionsInput, 'dawidSkene' | 'seed' | 'resamples' | 'tolerance' | 'threshold'> & {
  seed?: string
  resamples?: string
  tolerance?: string
  threshold?: string
  dawidSkene?: boolean
}

/** Adds the options that say how a file of ratings is read and counted. */
export function addRatingOptions(command: Command): Command {
  return command
    .addOption(new Option('--level <scale>', 'the scale of the labels (default nominal)').choices(levels))
    .option('--categories <list>', 'all labels that could be given, in order: a,b,c or a JSON list')
    .option('--distances <file>', 'a square table of the labels’ distances, as CSV')
    .option('--raters <list>', 'the raters (columns, or names in a file with one rating a row)')
    .option('--unit <columns>', 'the columns that name a unit')
    .option('--response <columns>', 'the columns that name the response of a unit; whole responses are resampled')
    .option('--by <columns>', 'tell the figures apart by these columns')
    .option('--where <column=value>', 'only rows with this value')
    .option('--missing <list>', 'cells that mean "not rated" (default NA,N/A,NaN,null; empty ones always)')
    .option('--reference <rater>', 'a rater to keep apart, such as gold')
    .option('--order <column>', 'the column that names the system shown left (a column "left" is recognised)')
    .option('--tolerance <positions>', 'of cuts: how far apart two boundaries may be (default 0)')
    .option('--threshold <share>', 'of lists: how alike two entries must be (default 0.5)')
    .option('--seed <number>', 'of the resampling (default 1)')
    .option('--resamples <number>', 'for intervals (default 2000)')
    .option('--dawid-skene', 'a second opinion on labels and raters by Dawid and Skene’s model')
}

/** The options as they are counted with. @throws CliError naming the option. `distances` is the text of the table. */
export function ratingOptionsOf(flags: RatingFlags, distances: string | undefined) {
  const given = { ...flags, distances, dawidSkene: flags.dawidSkene ? 'true' : 'false' }
  const parsed = matrixOptionsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new CliError(EXIT.usage, `--${String(issue?.path[0] ?? 'options')}: ${issue?.message ?? 'not understood'}.`)
}
