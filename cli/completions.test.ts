import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from './program'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-completion-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function assay(...args: string[]): Promise<string> {
  let said = ''
  const streams = { out: { write: (text: string) => (said += text) }, err: { write: (text: string) => (said += text) } }
  expect(await runProgram(args, {}, streams)).toBe(0)
  return said
}

const completed = async (...words: string[]) =>
  (await assay('complete', '--', ...words)).split('\n').flatMap((line) => line.split('\t')[0] || [])

test.each([
  [['pro'], ['projects', 'protocols']],
  [
    ['projects', ''],
    ['list', 'create', 'show', 'help'],
  ],
  [['--json', 'projects', 'l'], ['list']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['import', 'Ocean facts', 'a.jsonl', '--lab'],
    ['--labels', '--labels-of'],
  ],
  [
    ['import', 'Oceans', 'a.jsonl', '--labels', ''],
    ['ignore', 'gold', 'suggestions', 'person'],
  ],
  [['import', 'Oceans', 'a.jsonl', '--tag', 'x', '--labels', 'p'], ['person']],
  [['import', 'Oceans', 'a.jsonl', '--tag=x', '--labels', 'p'], ['person']],
  [['export', '--js'], ['--json']],
])('after assay %j stand %j', async (words, expected) => {
  expect((await completed(...words)).toSorted()).toEqual(expected.toSorted())
})

test.each([
  [['import', 'Oceans', '']],
  [['export', 'Oceans', 'gold', '-o', '']],
  [['evaluate', '--gold', 'a.jsonl', '']],
  [['projects', 'list', '']],
  [['fly', '']],
  [['import', '--', '--lab']],
])('after assay %j stands nothing, so that a file can', async (words) => {
  expect(await completed(...words)).toEqual([])
})

test('every word comes with its meaning', async () => {
  expect(await assay('complete', '--', 'checks', '--kin')).toBe('--kind\tlist the findings of this kind\n')
  expect(JSON.parse(await assay('completion', 'bash', '--json'))).toMatchObject({ shell: 'bash' })
})

test('bash offers what assay says, file names elsewhere, and evaluates no word of the line', async () => {
  await writeFile(path.join(folder, 'script'), await assay('completion', 'bash'))
  // What stands in for the program says what it was asked.
  const line = `assay() { printf '%s\\n' "$*" >asked; printf 'list\\twhat there is\\ncreate\\tmake one\\n'; }
source ./script; source ./script
COMP_WORDS=(assay projects 'a b' '$(touch evaluated)' ''); COMP_CWORD=4
_assay; printf '%s,' "\${COMPREPLY[@]}"; complete -p assay; cat asked; ls`
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd: folder })
  expect(stdout.split('\n')).toEqual([
    'list,create,complete -o default -F _assay assay',
    'complete -- projects a b $(touch evaluated) ',
    'asked',
    'script',
    '',
  ])
})
