/** A manager as a program: imports, pre-fills, exports and looks at the agreement, one after the other, all the time. */
import { setTimeout as pause } from 'node:timers/promises'
import { actOnRunEndpoint, getRunEndpoint, listRunsEndpoint, startRunEndpoint } from '@/lib/automation/prefill/contract'
import { downloadExportEndpoint } from '@/lib/gold/releases/contract'
import { send } from '@/lib/platform/client/fetch-json'
import { getAgreementEndpoint } from '@/lib/quality/agreement/contract'
import {
  applyImportEndpoint,
  getImportEndpoint,
  listImportsEndpoint,
  uploadImportEndpoint,
} from '@/lib/workspace/imports/contract'
import { insist, type Line, onLine } from './browser-line'

const LOOK_AGAIN_MS = 250
/** No fault lasts so long. */
const PATIENCE_MS = 300_000

export interface ManagerOptions extends Line {
  /** Whose items come and are pre-filled. */
  projectId: string
  /** Where the annotators are at work. */
  watchedProjectId: string
  /** Records a file. */
  records: number
}

export class Manager {
  /** Files imported and pre-filled, and downloads that came to their end. */
  rounds = 0
  downloads = 0
  private isOver = false

  constructor(private readonly options: ManagerOptions) {}

  /** Works until `finish`, and ends the round that it is in. */
  async work(): Promise<void> {
    for (let number = 1; !this.isOver; number++) {
      await this.importFile(number)
      await this.prefill(number)
      await this.download()
      await this.lookAtAgreement()
      this.rounds += 1
    }
  }

  finish(): void {
    this.isOver = true
  }

  /** Whoever looks brings the figures up to date; nobody else does. */
  async lookAtAgreement(): Promise<void> {
    await insist(this.options, getAgreementEndpoint, { params: { projectId: this.options.watchedProjectId } })
  }

  /** Until it is imported: a file whose reading two killed processes ended has failed, and is uploaded again. */
  private async importFile(number: number): Promise<void> {
    while (!(await this.triedImport(number))) await pause(LOOK_AGAIN_MS)
  }

  /** Whether it came to its end. */
  private async triedImport(number: number): Promise<boolean> {
    const { projectId } = this.options
    const fileName = `file-${number}.jsonl`
    const found = await this.untilThere(
      async () =>
        (await insist(this.options, listImportsEndpoint, { params: { projectId } })).imports.find(
          // One that did not arrive whole says so, and is uploaded again.
          (one) => one.fileName === fileName && !['uploading', 'failed'].includes(one.state),
        ),
      () => this.upload(fileName, number),
    )
    const params = { importId: found.id }
    const state = async () => (await insist(this.options, getImportEndpoint, { params })).state
    const checked = await this.settled(`the check of ${fileName}`, state, ['ready', 'applying', 'done', 'failed'])
    if (checked === 'failed') return false
    const body = { labels: 'ignore', open: true, independent: false } as const
    // Whoever presses the button twice is told that it is under way already.
    await insist(this.options, applyImportEndpoint, { params, body }).catch(() => undefined)
    return (await this.settled(`the import of ${fileName}`, state, ['done', 'failed'])) === 'done'
  }

  private async upload(fileName: string, number: number): Promise<void> {
    const { projectId, records } = this.options
    const lines = Array.from({ length: records }, (_, index) => recordOf(number, index))
    const body = new Blob([lines.join('\n')]).stream()
    await onLine(this.options, () => send(uploadImportEndpoint, { params: { projectId }, query: { fileName }, body }))
  }

  private async prefill(number: number): Promise<void> {
    const { projectId } = this.options
    const name = `Run ${number}`
    const found = await this.untilThere(
      async () =>
        (await insist(this.options, listRunsEndpoint, { params: { projectId } })).runs.find((run) => run.name === name),
      () =>
        onLine(this.options, async () => {
          const steps = [{ key: 'verdicts', method: 'rules' as const, parameters: {} }]
          const body = { name, stage: 'segments', steps, target: { onlyNew: true } }
          await send(startRunEndpoint, { params: { projectId }, body })
        }),
    )
    const params = { projectId, runId: found.id }
    const state = async () => (await insist(this.options, getRunEndpoint, { params })).state
    // A run whose first items all fail for one reason pauses by itself; a manager has it go on.
    while ((await this.settled(name, state, ['done', 'paused'])) !== 'done')
      await insist(this.options, actOnRunEndpoint, { params, body: { act: 'resume' } }).catch(() => undefined)
  }

  private async download(): Promise<void> {
    const params = { projectId: this.options.projectId, format: 'annotations' }
    const tried = () =>
      onLine(this.options, async () => (await send(downloadExportEndpoint, { params })).text()).then(
        () => 'whole',
        (error: unknown) => `cut off: ${error instanceof Error ? error.message : String(error)}`,
      )
    await this.settled('the download', tried, ['whole'])
    this.downloads += 1
  }

  /** Looks before it makes something again: an answer that got lost does not mean that nothing happened. */
  private async untilThere<T>(find: () => Promise<T | undefined>, make: () => Promise<void>): Promise<T> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const found = await find()
      if (found) return found
      await make().catch((error: unknown) => {
        if (performance.now() >= end) throw error
        return pause(LOOK_AGAIN_MS)
      })
    }
  }

  /** Looks until it is in one of the states that end the wait. @throws Error after a time that no fault lasts. */
  private async settled<S extends string>(what: string, state: () => Promise<S>, ends: readonly S[]): Promise<S> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const now = await state()
      if (ends.includes(now)) return now
      if (performance.now() >= end)
        throw new Error(`${what} is "${now}" for ${PATIENCE_MS / 1_000} s, and nothing that breaks lasts so long`)
      await pause(LOOK_AGAIN_MS)
    }
  }
}

function recordOf(file: number, index: number): string {
  const segments = [0, 1, 2].map((at) => `Sentence ${at + 1} of ${file}.${index} states something about rivers.`)
  const prompt = `Question ${file}.${index}: which river is the longest?`
  return JSON.stringify({
    index: `${file}-${index}`,
    source: 'handwritten',
    prompt,
    response: segments.join(' '),
    segmented_response: segments,
    domain: 'wk',
  })
}
