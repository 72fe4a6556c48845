/** What a person's hands and eyes do, counted and not slept: keys pressed one after the other, pages opened, words read, and the machine waited for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

/** How fast a person is. */
export interface Pace {
  /** Milliseconds a key. */
  key: number
  /** Seconds to find one's way on a page that has opened. */
  page: number
  /** Words read a minute. */
  words: number
  /** Seconds to read a line of a file that is changed, and to think of what it shall say. */
  line: number
}

export interface Spent {
  keys: number
  pages: number
  words: number
  lines: number
  waitedMs: number
}

export const nothingSpent = (): Spent => ({ keys: 0, pages: 0, words: 0, lines: 0, waitedMs: 0 })

/** In seconds, with the machine's part: nothing is done while one waits for it. */
export const secondsOf = ({ keys, pages, words, lines, waitedMs }: Spent, pace: Pace): number =>
  (keys * pace.key + waitedMs) / 1000 + pages * pace.page + (words / pace.words) * 60 + lines * pace.line

/** A change of a line of a file; null takes the line out. */
export type LineChange = readonly [before: string, after: string | null]

/** So often Tab is pressed at most to reach something: a person gives up before. */
const MOST_TABS = 80
const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** The keys of a person, in a browser, an editor and a terminal. */
export class NewcomerHand {
  spent = nothingSpent()

  private lastCommand = ''

  constructor(private readonly page: Page) {
    // Once somebody listens, no dialog of the browser's own opens.
    page.on('filechooser', () => {})
  }

  /** In the browser. A chord is as many keys as it has. */
  async press(chord: string): Promise<void> {
    this.spent.keys += chord.split('+').length
    await this.page.keyboard.press(chord)
  }

  async type(text: string): Promise<void> {
    this.spent.keys += text.length
    await this.page.keyboard.type(text)
  }

  /** Presses Tab, or Shift+Tab, until this has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.waitFor(() => target.waitFor({ state: 'attached' }))
    for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
    }
    throw new Error(`${MOST_TABS} times ${key} do not lead to ${target}`)
  }

  /** Goes to a link, a button or a choice, and presses Enter or, where that is what it takes, another key. */
  async use(target: Locator, how: { with?: string; back?: boolean } = {}): Promise<void> {
    await this.tabTo(target, how.back ? 'Shift+Tab' : 'Tab')
    await this.press(how.with ?? 'Enter')
  }

  /** Opens the dialog of a field for files by its key, and types their names there. */
  async chooseFiles(field: Locator, files: readonly string[]): Promise<void> {
    await this.tabTo(field)
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press('Enter')])
    this.spent.keys += files.map((file) => `"${path.basename(file)}"`).join(' ').length + 1
    await chooser.setFiles([...files])
  }

  /** Waits for the machine. */
  async waitFor(wait: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await wait()
    this.spent.waitedMs += performance.now() - start
  }

  /** Waits until a page has opened, and looks where things are on it. */
  async opened(wait: () => Promise<unknown>): Promise<void> {
    this.spent.pages += 1
    await this.waitFor(wait)
  }

  read(text: string): void {
    this.spent.words += wordsOf(text)
  }

  /** In an editor, from the top of a file on: to each line, over the words that stay, and what differs written anew; then the file is saved. */
  edit(text: string, changes: readonly LineChange[]): string {
    const lines = text.split('\n')
    let at = 0
    for (const [before, after] of changes) {
      const found = lines.indexOf(before)
      if (found < 0) throw new Error(`the file has no line "${before}"`)
      this.spent.lines += 1
      // By the arrows, or where that is far to the number of the line, which a check says.
      this.spent.keys += Math.min(Math.abs(found - at), 3 + String(found + 1).length) + 1
      at = found
      this.spent.keys += after === null ? LINE_TAKEN_OUT : keysBetween(before, after)
      lines.splice(found, 1, ...(after === null ? [] : [after]))
    }
    this.spent.keys += SAVED
    return lines.join('\n')
  }

  /** Types a command and waits for its end; what it says is read. Returns the exit code with what it said. */
  async command(args: readonly string[], folder: string): Promise<{ code: number; said: string }> {
    const typed = ['assay', ...args].join(' ')
    // The last one comes back by an arrow.
    this.spent.keys += (typed === this.lastCommand ? 1 : typed.length) + 1
    this.lastCommand = typed
    const start = performance.now()
    const root = process.cwd()
    const script = path.join(root, 'scripts/run.cjs')
    const child = spawn(process.execPath, ['--conditions=react-server', script, 'assay', ...args], {
      cwd: root,
      env: { ...process.env, INIT_CWD: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(String(data)))
    const [code] = await once(child, 'close')
    this.spent.waitedMs += performance.now() - start
    this.read(said.join(''))
    return { code, said: said.join('') }
  }
}

/** Shift+End, Delete, Delete. */
const LINE_TAKEN_OUT = 4
const SAVED = 2

/** Over the words before with Control and the arrow, the words that differ chosen with Shift as well, the others typed. */
function keysBetween(before: string, after: string): number {
  const [old, fresh] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)]
  const shortest = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shortest && old[start] === fresh[start]) start++
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const moves = start > 0 ? 1 + start : 0
  const chosen = old.length - end - start
  return moves + (chosen > 0 ? 2 + chosen : 0) + fresh.slice(start, fresh.length - end).join('').length
}
