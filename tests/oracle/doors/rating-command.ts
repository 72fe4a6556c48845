/** `assay agreement` in this process, with a file that lasts as long as the command. */
import { EXIT } from '@/cli/exit-codes'
import { Refused } from './door'
import { reportDoor } from './rating-doors'
import { csvOf, jsonOf, type Reading } from './rating-files'
import { runAssay, withFiles } from './run-assay'

/** Calls `run` with the command line: the file as a table with flags, or as JSON where it holds a table of distances. */
export function withCommand<Result>(
  { file, resamples }: Reading,
  run: (args: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const isTable = file.distances === undefined
  const name = isTable ? 'ratings.csv' : 'ratings.json'
  const categories = file.categories ? ['--categories', JSON.stringify(file.categories)] : []
  const response = file.clusters ? ['--response', 'response'] : []
  const flags = isTable ? ['--level', file.level, ...categories, ...response] : []
  return withFiles({ [name]: isTable ? csvOf(file) : jsonOf(file) }, (pathOf) =>
    run(['agreement', pathOf(name), '--json', '--method', 'percentile', '--resamples', String(resamples), ...flags]),
  )
}

export const agreementCommand = reportDoor('`assay agreement`', (reading) =>
  withCommand(reading, async (args) => {
    const { code, out, err } = await runAssay(args)
    if (code === EXIT.refused) throw new Refused(err)
    if (code !== 0) throw new Error(`ended with ${code}: ${err}`)
    return JSON.parse(out)
  }),
)
