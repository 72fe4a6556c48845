import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import type { ProtocolVersionView } from '@/lib/workspace/protocol-files/contract'
import { type Environment, runProgram } from './program'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-protocols-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a command line without a server; gives its exit code and what it wrote. */
const assay = (...args: string[]) => assayIn({}, ...args)

async function assayIn(environment: Environment, ...args: string[]) {
  const [out, err]: string[][] = [[], []]
  const streams = {
    out: { write: (text: string) => out?.push(text) },
    err: { write: (text: string) => err?.push(text) },
  }
  const code = await runProgram(args, environment, streams)
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
    expect(checked.out).toContain('No problems; 5 tests hold.')
    expect(await assay('protocols', 'new', 'my-types', '--folder', folder)).toMatchObject({ code: 4, out: '' })
  })

  test('new begins with a first version, whatever that of the example is', async () => {
    await assay('protocols', 'new', 'my-sentences', '--from', 'summary-sentences', '--folder', folder)
    expect(await readFile(path.join(folder, 'my-sentences.yaml'), 'utf8')).toMatch(/^version: 1$/m)
  })

  test('check leads to the answer in a record of the file that cannot be chosen', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const file = path.join(folder, 'my-types.yaml')
    const wrong = '{text: It is an insect., verdict: '
    const text = (await readFile(file, 'utf8')).replace(`${wrong}wrong`, `${wrong}false`)
    await writeFile(file, text)
    const line = text.split('\n').findIndex((each) => each.includes(wrong))
    const column = (text.split('\n')[line]?.indexOf('false') ?? -1) + 1
    const { code, out } = await assay('protocols', 'check', file)
    expect(code).toBe(4)
    expect(out).toContain(`my-types.yaml:${line + 1}:${column}: The record cannot be read: sentences[1].verdict`)
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
      expect.stringMatching(/^:\d+:\d+: "rater" is not a word of the language here. Did you mean "raters"\?$/),
      expect.stringMatching(/^:\d+:\d+: Nobody can choose "corect" for "verdict". Did you mean "correct"\?$/),
      '',
    ])
    expect(err).toBe('2 problems.\n')
  })

  test('check runs the tests of the file on the records beside it', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const file = path.join(folder, 'my-types.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('wrong: 1,', 'wrong: 2,').replace('jsonl#2', 'jsonl#99'))
    const { code, out } = await assay('protocols', 'check', file, '--json')
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: [
        { message: 'wrong is 1, and 2 is expected.' },
        { message: '"my-types.jsonl" has 10 records, and no record 99.' },
      ],
    })
  })

  test('check warns of tests that hold without showing much, and does not refuse the file', async () => {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const file = path.join(folder, 'my-types.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, `${text.trimEnd()}\n  - {record: {question: Why?, response: So.}, roundtrip: true}\n`)
    const { code, out, err } = await assay('protocols', 'check', file)
    expect(code).toBe(0)
    expect(out).toContain('No problems; 6 tests hold.')
    const line = text.trimEnd().split('\n').length + 1
    expect(err).toMatch(
      new RegExp(`^Warning: .*my-types\\.yaml:${line}:\\d+: No label of this record is read, so that "roundtrip"`),
    )
    const { out: json } = await assay('protocols', 'check', file, '--json')
    expect(JSON.parse(json)).toMatchObject({ ok: true, tests: 6, warnings: [{ line }] })
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
    expect(err).toContain(`line 3, usable: "perhaps" is not an answer to "usable". Use "yes", "no".`)
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

const listed = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Claims',
  description: '',
  protocolId: 'my-types@1',
  protocolTitle: 'My types',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  votes: false,
  role: 'manager',
  progress: null,
  mine: { open: 0, submitted: 0 },
}

describe('assay protocols with a server', () => {
  const asked: { method: string; path: string; body: unknown }[] = []
  let answer: { status: number; body: object }
  beforeEach(() => {
    asked.length = 0
    vi.stubGlobal('fetch', async (url: string, { method = '', body }: RequestInit) => {
      const { pathname } = new URL(url)
      asked.push({ method, path: pathname, body: body ? JSON.parse(String(body)) : null })
      if (pathname === '/api/projects')
        return Response.json({ projects: [listed], abilities: { createProjects: false } })
      return Response.json(answer.body, { status: answer.status })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const atServer = (...args: string[]) =>
    assayIn({ ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: 'assay_secret' }, 'protocols', ...args)

  /** A file with its records in the folder, as `new` writes them, and the version that a server makes of them. */
  async function published() {
    await assay('protocols', 'new', 'my-types', '--folder', folder)
    const [file, records] = [path.join(folder, 'my-types.yaml'), path.join(folder, 'my-types.jsonl')]
    const [text, lines] = [await readFile(file, 'utf8'), await readFile(records, 'utf8')]
    const checked = checkFile(text)
    if (!checked.ok) throw new Error('the example has problems')
    const view: ProtocolVersionView = {
      protocolId: 'my-types@1',
      id: 'my-types',
      version: 1,
      title: 'My types',
      summary: 'Types of errors.',
      source: { paper: '', section: '' },
      builtIn: false,
      newest: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      createdBy: 'Lena',
      text,
      files: [{ name: 'my-types.jsonl', text: lines }],
      hash: '0'.repeat(64),
      definition: checked.definition,
      removable: true,
      previous: null,
    }
    return { file, view }
  }

  test('push sends the file with the records that its tests name, and says where it is', async () => {
    const { file, view } = await published()
    answer = { status: 201, body: view }
    await writeFile(path.join(folder, 'other.jsonl'), '{}')
    expect(await atServer('push', file)).toEqual({
      code: 0,
      out: 'my-types@1 is published: http://assay.test/protocols/my-types/1\n',
      err: '',
    })
    expect(asked).toEqual([{ method: 'POST', path: '/api/protocols', body: { source: view.text, files: view.files } }])
  })

  test('push names every problem that the server finds, with line and column', async () => {
    const { file } = await published()
    const problems = [
      { line: 3, column: 10, message: 'Version 1 is published with another text.', fix: 'Write a higher version.' },
      { line: 28, column: 5, message: '"rater" is not a word of the language here.', fix: 'Did you mean "raters"?' },
    ]
    const refused = { type: 'about:blank', title: '', status: 422, code: 'rule', detail: 'It has problems.' }
    answer = { status: 422, body: { ...refused, data: { problems } } }
    const { code, out, err } = await atServer('push', file)
    expect({ code, err }).toEqual({ code: 4, err: '2 problems.\n' })
    expect(out).toBe(
      problems.map(({ line, column, message, fix }) => `${file}:${line}:${column}: ${message} ${fix}\n`).join(''),
    )
  })

  test('pull writes what push sent, and nothing over a file that is there', async () => {
    const { view } = await published()
    answer = { status: 200, body: view }
    const target = path.join(folder, 'pulled')
    expect(await atServer('pull', 'my-types@1', '--folder', target)).toMatchObject({ code: 0, err: '' })
    expect(asked).toEqual([{ method: 'GET', path: '/api/protocols/my-types/1', body: null }])
    expect(await readFile(path.join(target, 'my-types.yaml'), 'utf8')).toBe(view.text)
    expect(await readFile(path.join(target, 'my-types.jsonl'), 'utf8')).toBe(view.files[0]?.text)
    await writeFile(path.join(target, 'my-types.yaml'), 'mine')
    expect(await atServer('pull', 'my-types@1', '--folder', target)).toMatchObject({ code: 4, out: '' })
    expect(await readFile(path.join(target, 'my-types.yaml'), 'utf8')).toBe('mine')
    const unnumbered = await atServer('pull', 'my-types', '--folder', target)
    expect(unnumbered).toMatchObject({ code: 2, err: 'Name the version too, such as my-types@1.\n' })
  })

  test('move says what it would mean, moves when asked to, and never what cannot', async () => {
    const projectId = listed.id
    const change = {
      weight: 'work',
      at: 'label.label',
      message: 'late is new.',
      never: false,
      stored: [],
      handled: null,
    }
    const view = { from: 1, to: 2, changes: [change], reasons: [], asks: null, undoes: false }
    answer = { status: 200, body: view }
    const shown = await atServer('move', 'Claims', '2')
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('add --apply') })
    expect(asked.map(({ method }) => method)).not.toContain('POST')
    expect(await atServer('move', projectId, '2', '--apply')).toMatchObject({ code: 0 })
    expect(asked.at(-1)).toEqual({
      method: 'POST',
      path: `/api/projects/${projectId}/protocol-versions/2`,
      body: { from: 1 },
    })
    asked.length = 0
    answer.body = { ...view, changes: [{ ...change, stored: [{ what: 'answers', count: 3 }] }], reasons: ['No.'] }
    const refused = await atServer('move', projectId, '2', '--apply')
    expect(refused).toMatchObject({ code: 4, out: expect.stringContaining('3 answers') })
    expect(asked.map(({ method }) => method)).not.toContain('POST')
  })
})
