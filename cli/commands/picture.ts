import path from 'node:path'
import { Argument, type Command } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { measureKeys, pairKeys } from '@/cli/measure-keys'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  getPictureEndpoint,
  type PictureKey,
  pictureForms,
  pictureKeys,
} from '@/lib/quality/agreement/pictures/contract'

const AFTER = `
  questions  alpha of every measure
  confusion  which values met under a measure, of all pairs of annotators or of --pair
  pairs      kappa of every two annotators under a measure
  weeks      alpha of a measure week by week

A file that ends with .svg is the picture, and one that ends with .csv its data. A PNG is made of the SVG by a browser,
on the agreement page.

  assay picture "Ocean facts" questions questions.svg questions.csv
  assay picture "Ocean facts" confusion confusion.svg --measure segments/label --pair a1,gold`

/** assay picture: a picture of a project's agreement for a paper, and its data, as files. */
export function pictureCommand(program: Command, session: () => Session): void {
  program
    .command('picture')
    .description('write a picture of a project’s agreement for a paper as SVG, and its data as CSV')
    .argument('<project>', 'its id or exact name')
    .addArgument(new Argument('<picture>', 'which one').choices(pictureKeys))
    .argument('<files...>', 'where to write it: names that end with .svg or .csv')
    .option('--measure <stage/measure>', 'the measure that it is of; all but questions need one')
    .option('--pair <first,second>', 'of confusion: two raters, such as a1,gold')
    .addHelpText('after', AFTER)
    .action(
      async (idOrName: string, picture: PictureKey, files: string[], flags: { measure?: string; pair?: string }) => {
        const query = queryOf(picture, flags)
        const written = files.map((file) => ({ file, form: formOf(file) }))
        for (const file of files) await refuseUnwritable(file)
        const params = { projectId: (await session().project(idOrName)).id, picture }
        for (const { file, form } of written)
          await session().save(file, getPictureEndpoint, { params, query: { ...query, form } })
        session().output.result({ picture, files }, () => `Wrote ${files.join(' and ')}.`)
      },
    )
}

function queryOf(picture: PictureKey, { measure, pair }: { measure?: string; pair?: string }) {
  if ((measure === undefined) !== (picture === 'questions'))
    throw new CliError(
      EXIT.usage,
      'questions is of all measures; every other picture is of one: --measure stage/measure.',
    )
  if (pair !== undefined && picture !== 'confusion') throw new CliError(EXIT.usage, '--pair goes with confusion.')
  return { ...(measure === undefined ? {} : measureKeys(measure)), ...(pair === undefined ? {} : pairKeys(pair)) }
}

/** @throws CliError for other endings. */
function formOf(file: string): (typeof pictureForms)[number] {
  const ending = path.extname(file).slice(1).toLowerCase()
  const form = pictureForms.find((each) => each === ending)
  if (form) return form
  throw new CliError(
    EXIT.usage,
    `${file}: name a file that ends with .svg or .csv. A PNG is made on the agreement page.`,
  )
}
