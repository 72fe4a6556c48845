import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from './program'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-protocols-'))
})

/** Runs a command line without a server; gives its exit code and what it wrote. */
async function assay(...args: string[]) {
  const [out, err]: string[][] = [[], []]
  const streams = {
    out: { write: (text: string) => out?.push(text) },
    err: { write: (text: string) => err?.push(text) },
  }
  const code = await runProgram(args, {}, streams)
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' }
}

describe('assay protocols', () => {
  test('new writes a file that has no problems, under the name it is given', async () => {
    const made = await assay('protocols', 'new', 'my-types', '--folder', folder)
    expect(made).toMatchObject({ code: 0, err: '' })
    const file = path.join(folder, 'my-types.yaml')
    expect(await readFile(file, 'utf8')).toContain('id: my-types')
    const checked = await assay('protocols', 'check', file)
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toContain('No problems; 3 tests hold.')
    expect(await assay('protocols', 'new', 'my-types', '--folder', folder)).toMatchObject({ code: 4, out: '' })
  })

  test('check names every problem with line and column', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const file = path.join(folder, 'my-types.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      text.replace('raters: 2', 'rater: 2').replace('s.verdict == "correct"', 's.verdict == "corect"'),
    )
    const { code, out, err } = await assay('protocols', 'check', file)
    expect(code).toBe(4)
    expect(out.split('\n').map((line) => line.slice(file.length))).toEqual([
      expect.stringMatching(/^:\d+:\d+: "rater" is no word of the language here. Did you mean "raters"\?$/),
      expect.stringMatching(/^:\d+:\d+: Nobody can choose "corect" for "verdict". Did you mean "correct"\?$/),
      '',
    ])
    expect(err).toBe('2 problems.\n')
  })

  test('check runs the tests of the file on the records beside it', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const file = path.join(folder, 'my-types.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('wrong: 1,', 'wrong: 2,').replace('jsonl#2', 'jsonl#9'))
    const { code, out } = await assay('protocols', 'check', file, '--json')
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: [
        { message: 'wrong is 1, and 2 is expected.' },
        { message: '"my-types.jsonl" has 2 records, and no record 9.' },
      ],
    })
  })

  test('check reads records of one’s own under the file', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const [file, records] = [path.join(folder, 'my-types.yaml'), path.join(folder, 'answers.jsonl')]
    const lines = [
      { id: 1, question: 'Why?', response: 'So.', usable: 'yes' },
      { id: 2, question: 'Why?' },
      { id: 3, question: 'Why?', response: 'So.', usable: 'perhaps' },
    ]
    await writeFile(records, lines.map((line) => JSON.stringify(line)).join('\n'))
    const { code, out, err } = await assay('protocols', 'check', file, '--records', records)
    expect(code).toBe(4)
    expect(out).toContain('Records: 1 of 3 read, 1 with labels, all written as they were.')
    expect(err).toContain(`line 2, response: response is missing. Add response.`)
    expect(err).toContain(`line 3, usable: "perhaps" is no answer to "usable". Use "yes", "no".`)
  })

  test('diff says what changes from a version to the next', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const [before, after] = ['my-types.yaml', 'next.yaml'].map((name) => path.join(folder, name))
    const text = await readFile(before ?? '', 'utf8')
    await writeFile(after ?? '', text.replace('version: 1', 'version: 2').replace('raters: 2', 'raters: 3'))
    const { code, out } = await assay('protocols', 'diff', before ?? '', after ?? '')
    expect(code).toBe(0)
    expect(out).toContain('raters was 2 and is 3.')
    expect((await assay('protocols', 'diff', before ?? '', before ?? '')).out).toBe('Nothing changes.\n')
  })

  test('says what there is where an example or an id cannot be', async () => {
    const unknown = await assay('protocols', 'new', 'mine', '--from', 'nothing', '--folder', folder)
    expect(unknown).toMatchObject({ code: 2, out: '' })
    expect(unknown.err).toContain('my-labels')
    expect(await assay('protocols', 'new', '../mine', '--folder', folder)).toMatchObject({ code: 2, out: '' })
  })
})
