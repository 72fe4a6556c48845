/** What a newcomer does with a file on the pages: *New project*, the check, the button that imports. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { getImportEndpoint, type ImportDetail } from '@/lib/workspace/imports/contract'
import { isUnderWay } from '@/lib/workspace/imports/rules'
import { getProjectEndpoint } from '@/lib/workspace/projects/contract'
import { awake } from './factcheck-expert'
import type { TableFile } from './own-table-files'

export interface ByPage {
  projectId: string
  protocolId: string
  /** As it was checked, and as it was written; the same where nothing was. */
  checked: ImportDetail
  done: ImportDetail
}

/** *New project* with the file: under the protocol that the page chooses. Returns null where the page says that it cannot be read, and why. */
export async function beginProject(page: Page, file: TableFile): Promise<{ projectId: string } | { refused: string }> {
  await page.goto('/projects/new')
  await awake(page)
  await drop(page, file)
  const read = page.getByText(/records?( \(the first|\. Columns)/)
  const refused = page.getByText('cannot be read', { exact: false })
  await read.or(refused).first().waitFor()
  if (!(await read.first().isVisible())) return { refused: (await refused.first().locator('..').innerText()).trim() }
  await page.getByRole('button', { name: 'Create project and check the file' }).click()
  await page.waitForURL(/\/import\/[0-9a-f-]{36}/)
  return { projectId: new URL(page.url()).pathname.split('/')[2] ?? '' }
}

/** The import page of a project that is there. */
export async function dropIn(page: Page, projectId: string, file: TableFile): Promise<void> {
  await page.goto(`/projects/${projectId}/import`)
  await awake(page)
  await drop(page, file)
  await page.waitForURL(/\/import\/[0-9a-f-]{36}/)
}

const drop = (page: Page, { name, bytes }: TableFile) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })

/** Goes on from the import's page: whose labels are read and whose work they are, where it is asked; then the button. */
export async function importIt(page: Page, { pair, labelsOf }: TableFile, member: { name: string }): Promise<ByPage> {
  const projectId = new URL(page.url()).pathname.split('/')[2] ?? ''
  let checked = await settled(page)
  if (labelsOf) {
    await page.getByRole('combobox', { name: 'Which rows the labels are read from' }).click()
    await page.getByRole('option', { name: 'rows by annotator' }).click()
    await page.getByRole('combobox', { name: 'Whose rows, by annotator' }).click()
    await page.getByRole('option', { name: labelsOf, exact: true }).click()
    const again = page.getByRole('button', { name: 'Check again with these columns' })
    // The guess may be these rows already.
    if (await again.isEnabled()) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/mapping'))
      await again.click()
      await answered
      checked = await settled(page)
    }
  }
  const act = page.getByRole('button', { name: /^(Import|Add labels of) / })
  const isChecked = checked.state === 'ready' || checked.state === 'refused'
  const canImport = isChecked && (checked.newCount > 0 || checked.byContent.here.free > 0)
  if (canImport && pair) {
    await act.waitFor()
    const work = page.getByRole('radio', { name: 'One member’s submitted work' })
    await work.check()
    await page.getByRole('combobox', { name: /Whose work/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${member.name}\\b`) }).click()
    await page.getByRole('checkbox', { name: /Made independently/ }).check()
  }
  const answered = page.waitForResponse((response) => response.url().endsWith('/apply'))
  if (canImport) {
    await act.click()
    await answered
  } else answered.catch(() => undefined)
  const done = canImport ? await settled(page) : checked
  const { protocolId } = getProjectEndpoint.response.parse(await json(page, `/api/projects/${projectId}`))
  return { projectId, protocolId, checked, done }
}

async function json(page: Page, path: string): Promise<unknown> {
  const answer = await page.request.get(path)
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
  return answer.json()
}

/** The import of the page as soon as nothing is under way any more. */
async function settled(page: Page): Promise<ImportDetail> {
  const importId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (;;) {
    const detail = getImportEndpoint.response.parse(await json(page, `/api/imports/${importId}`))
    if (!isUnderWay(detail.state)) return detail
    await setTimeout(100)
  }
}
