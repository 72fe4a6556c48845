/**
 * Files as a newcomer has them, each imported twice: on the pages, from *New project* on, under the protocol that the page chooses for it; and with
 * `assay import` into another project of that protocol. Nothing is said of columns or formats; only of labels is it said whose they are, which is
 * always asked. Prints a table for docs/benchmarks.md: rows in, items out, what was left out and what was said. Ends with an error where the two ways
 * come to different ends. Published files are read from the folder that ASSAY_DATA_DIR names, and left out without one.
 * Run: npm run bench -- own-table [--match text]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { EXIT } from '@/cli/exit-codes'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { type ByPage, beginProject, dropIn, importIt } from './setting/import-by-page'
import { ownFiles, publishedFiles, recordedFiles, type TableFile } from './setting/own-table-files'

const { values } = parseArgs({ options: { match: { type: 'string', default: '' } } })

/** What one way came to. */
interface Outcome {
  items: number
  /** Those that are the same as another of the file, or were here. */
  duplicates: number
  /** Items that were here already and got the file's labels. */
  joined: number
  problems: number
  warnings: number
}

const outcomeOf = ({
  state,
  newCount,
  duplicateCount,
  joinedCount,
  problemCount,
  warningCount,
}: ImportDetail): Outcome => ({
  items: state === 'done' ? newCount : 0,
  duplicates: duplicateCount - joinedCount,
  joined: joinedCount,
  problems: problemCount,
  warnings: warningCount,
})

/** Runs the command line to its end; what it ends with is looked at where it wrote no result. */
async function assay<Result>(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Result> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'assay', '--json', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  const [code] = await once(child, 'close')
  if (code !== EXIT.done && code !== EXIT.refused) throw new Error(`assay ended with ${code}: ${err.slice(-500)}`)
  return JSON.parse(out)
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()

/** What the page says of a file, each kind once, with how often it stands there. */
function saidOf({ groups }: ImportDetail): string {
  const said = groups.map(({ count, message }) => (count > 1 ? `${message} (${count})` : message))
  return said.join(' ') || '–'
}

const difference = (page: Outcome, command: Outcome): string =>
  JSON.stringify(page) === JSON.stringify(command) ? '' : `; by command ${JSON.stringify(command)}`

const row = (cells: readonly (string | number)[]) => say(`| ${cells.map((each) => cell(String(each))).join(' | ')} |`)

await withApp(async (app) => {
  const { makeMember, makeUser } = await import('@/tests/factories')
  const { actorOf, sessionFor } = await import('@/tests/actors')
  const { createToken } = await import('@/lib/workspace/users/tokens/create-token')
  const lead = await makeUser({ name: 'Lena', canCreateProjects: true })
  const members = [await makeUser({ name: 'Ada' }), await makeUser({ name: 'Ben' })] as const
  const { secret } = await createToken(actorOf(lead), { name: 'own-table', days: null })
  const env = { ...process.env, ASSAY_URL: app.url, ASSAY_TOKEN: secret }
  const folder = await mkdtemp(path.join(tmpdir(), 'own-table-'))
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const context = await browser.newContext({ baseURL: app.url })
  const [name = '', value = ''] = (await sessionFor(lead)).split('=')
  await context.addCookies([{ name, value, url: app.url }])
  const page = await context.newPage()

  /** The projects of the file before, where the next one holds another's labels of its items. */
  let before: { page: string; command: string } | null = null
  let failed = 0

  const byCommand = async (file: TableFile, projectId: string): Promise<Outcome> => {
    const onDisk = path.join(folder, path.basename(file.name))
    await writeFile(onDisk, file.bytes)
    const member = file.pair === 'second' ? members[1] : members[0]
    const work = file.pair ? ['--labels', 'person', '--person', member.email ?? '', '--independent'] : []
    const whose = file.labelsOf ? ['--labels-of', `annotator=${file.labelsOf}`] : []
    return outcomeOf(await assay<ImportDetail>(env, ['import', projectId, onDisk, '--good', ...work, ...whose]))
  }

  const withMembers = async (projectId: string) => {
    for (const member of members) await makeMember({ id: projectId }, 'annotator', member)
  }

  const byPage = async (file: TableFile): Promise<ByPage | { refused: string }> => {
    if (file.pair === 'second' && before) await dropIn(page, before.page, file)
    else {
      const begun = await beginProject(page, file)
      if ('refused' in begun) return begun
      if (file.pair) await withMembers(begun.projectId)
      await page.reload()
    }
    return importIt(page, file, file.pair === 'second' ? members[1] : members[0])
  }

  const commandProject = async (file: TableFile, protocolId: string): Promise<string> => {
    if (file.pair === 'second' && before) return before.command
    const { id } = await assay<{ id: string }>(env, ['projects', 'create', file.name, '--protocol', protocolId])
    if (file.pair) await withMembers(id)
    return id
  }

  /** Returns whether page and command came to the same end. */
  const bothWays = async (file: TableFile): Promise<boolean> => {
    const way = await byPage(file)
    if ('refused' in way) {
      row([file.name, file.rows, '–', 0, 0, 0, 1, way.refused])
      return true
    }
    const { projectId, protocolId, checked, done } = way
    const command = await commandProject(file, protocolId)
    before = { page: projectId, command }
    const found = outcomeOf(done)
    const differs = difference(found, await byCommand(file, command))
    const { items, duplicates, joined, problems } = found
    row([file.name, file.rows, protocolId, items, duplicates, joined, problems, saidOf(checked) + differs])
    return differs === ''
  }

  row(['file', 'rows in', 'protocol', 'items out', 'known already', 'labels added', 'problems', 'said'])
  row(['---', '--:', '---', '--:', '--:', '--:', '--:', '---'])
  const folderOfData = process.env.ASSAY_DATA_DIR
  const files = [...(folderOfData ? publishedFiles(folderOfData) : []), ...ownFiles(), ...recordedFiles()]
  try {
    for (const file of files.filter((each) => each.name.includes(values.match))) {
      try {
        if (!(await bothWays(file))) failed++
      } catch (error) {
        failed++
        row([file.name, file.rows, '–', '–', '–', '–', '–', error instanceof Error ? error.message : String(error)])
      }
    }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  if (failed > 0) throw new Error(`${failed} files could not be imported, or differently by page and command`)
})
