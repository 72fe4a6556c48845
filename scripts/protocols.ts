/** `npm run protocols`: checks the files of the protocols that are built in, and writes what each says as JSON beside it (lib/protocols/built-in.ts). */
import fs from 'node:fs'
import path from 'node:path'
import { apartFromWork } from '@/lib/protocols/built-in-work'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import type { Definition } from '@/lib/protocols/language/definition'
import { placeText } from '@/lib/protocols/language/problems'
import { StartError } from '@/scripts/start-error'

const FOLDER = 'lib/protocols'

/** The files, from the root of the repository. */
export const builtInFiles = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .map((name) => path.join(FOLDER, name, 'protocol.yaml'))
    .filter((file) => fs.existsSync(file))

/** What a file says. @throws StartError with every problem of it. */
export function definitionIn(file: string): Definition {
  const checked = checkFile(fs.readFileSync(file, 'utf8'))
  if (checked.ok) return checked.definition
  throw new StartError(
    checked.problems.map((problem) => `${file}, ${placeText(problem)}: ${problem.message} ${problem.fix}`).join('\n'),
  )
}

/** The two files of JSON beside a protocol file, by name, as they are to be. */
export function writtenBeside(definition: Definition): Record<string, string> {
  const isApart = ([name]: [string, unknown]) => apartFromWork.some((each) => each === name)
  const parts = Object.entries(definition)
  const written = (entries: [string, unknown][]) => `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`
  return {
    'work.json': written(parts.filter((part) => !isApart(part))),
    'texts.json': written(parts.filter(isApart)),
  }
}

export function main(): void {
  for (const file of builtInFiles()) {
    for (const [name, text] of Object.entries(writtenBeside(definitionIn(file))))
      fs.writeFileSync(path.join(path.dirname(file), name), text)
    console.log(`${file} is written beside it.`)
  }
}
