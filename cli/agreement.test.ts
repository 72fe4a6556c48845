import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matrixReportSchema } from '@/lib/quality/rater-matrix/contract'
import { runProgram } from './program'

const EXAMPLE = 'docs/examples/veriscore-preference.csv'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-ratings-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The command as it is typed, in a process of its own, without a server or a token. */
function typed(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, ASSAY_URL: 'http://127.0.0.1:1', ASSAY_TOKEN: '', INIT_CWD: process.cwd() }
  const command = ['--conditions=react-server', 'scripts/run.cjs', 'assay', 'agreement', ...args]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') => ({ write: (text: string) => (said[key] += text) })
  const code = await runProgram(['agreement', ...args], {}, { out: into('out'), err: into('err') })
  return { code, ...said }
}

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

describe('as a process of its own', () => {
  it('gives both coefficients of the preference example, as tables and as JSON', async () => {
    const table = await typed([EXAMPLE, '--resamples', '100'])
    expect(table).toMatchObject({ code: 0, err: '' })
    expect(table.out).toMatch(
      /on the system: 120 units[\s\S]*Fleiss’ kappa +0\.129[\s\S]*on the side[\s\S]*kappa +0\.766/,
    )
    expect(table.out).toMatch(/gap of 0\.637 comes from chance agreement alone/)
    const json = await typed([EXAMPLE, '--resamples', '100', '--json'])
    const report = matrixReportSchema.parse(JSON.parse(json.out))
    expect(report.kind === 'ratings' && report.sides?.left.count).toBe(172)
  })

  it('reads standard input, and names what is wrong with it', async () => {
    const { code, out, err } = await typed(['-'], 'unit,a,b\n1,x,y\n2,x\n')
    expect({ code, out }).toEqual({ code: 4, out: '' })
    expect(err).toBe(
      'standard input: Line 3: This row has 2 fields, the heading has 3. Look for missing or unquoted separators.\n',
    )
  })
})

describe('options', () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i},${i % 4},${i % 3},${i % 2}`)

  it('declares scales, distances, raters, slices', async () => {
    const file = await fileOf('a.csv', ['unit,ann,bob,part', ...rows].join('\n'))
    const distances = await fileOf('d.csv', ',0,1,2,3\n0,0,1,2,3\n1,1,0,1,2\n2,2,1,0,1\n3,3,2,1,0\n')
    const flags = ['--level', 'ordinal', '--categories', '0,1,2,3', '--distances', distances, '--by', 'part']
    const { code, out, err } = await run(
      file,
      ...flags,
      '--resamples',
      '100',
      '--seed',
      '7',
      '--dawid-skene',
      '--ceiling',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const words of [
      'alpha, ordinal',
      'own distances',
      'linear weights',
      'AC2',
      'part: 0',
      'Second opinion',
      'AGAINST THE OTHERS',
      'seed 7',
    ])
      expect(out).toContain(words)
  })

  it('refuses what does not fit, by the name of the option', async () => {
    const file = await fileOf('b.csv', ['unit,ann,bob,part', ...rows].join('\n'))
    expect(await run(file, '--resamples', '1')).toMatchObject({ code: 2, err: expect.stringMatching(/^--resamples: /) })
    expect((await run(file, '--level', 'silver')).code).toBe(2)
    expect(await run(file, '--project', 'Oceans')).toMatchObject({ code: 2, err: expect.stringMatching(/not both/) })
    expect(await run()).toMatchObject({ code: 2, err: expect.stringMatching(/--project/) })
    expect((await run(path.join(folder, 'absent.csv'))).err).toMatch(/There is no file .*absent\.csv/)
    expect(await run(file, '--raters', 'ann,zoe')).toMatchObject({
      code: 4,
      err: expect.stringMatching(/There is no column "zoe"/),
    })
  })

  it('compares cuts', async () => {
    const file = await fileOf('cuts.json', JSON.stringify({ length: 11, segmentations: { a: [2, 5], b: [2, 4] } }))
    const { code, out } = await run(file, '--tolerance', '1')
    expect(code).toBe(0)
    expect(out).toMatch(/Boundary F1, all units together +1\.000/)
  })

  it('reads spans, a row each, with overlapping ones as it is told', async () => {
    const rows = Array.from({ length: 12 }, (_, item) => [`a,${item},20,2,8,x`, `b,${item},20,4,8,x`]).flat()
    const file = await fileOf('spans.csv', ['annotator,item,length,start,end,label', ...rows].join('\n'))
    const { code, out } = await run(file, '--resamples', '100', '--json')
    expect(code).toBe(0)
    const report = matrixReportSchema.parse(JSON.parse(out))
    expect(report).toMatchObject({ kind: 'comparison', of: 'spans', units: 12, raters: ['a', 'b'] })
    const table = await run(file, '--resamples', '100', '--overlapping', 'true')
    expect(table.out).toMatch(/Anything marked: 12 units[\s\S]*Marked with x[\s\S]*Gamma[\s\S]*Spans may overlap/)
    const broken = await fileOf('broken.csv', 'annotator,item,length,start,end\na,1,5,2,9\n')
    expect(await run(broken)).toMatchObject({
      code: 4,
      err: expect.stringMatching(/broken\.csv: Line 2, column "start"/),
    })
  })
})
