/**
 * Keys pressed between a submission and the next task. Submitting takes as long as the server and the machine need; whoever
 * works by key does not wait for it. From the submission on, keys are meant for the next task: they are held, in order, until it
 * is there, and never reach the task that was submitted. docs/decisions/023-offline.md says what becomes of them otherwise.
 */

/** No more are held: somebody who sees nothing of the next task has no more to say about it. */
export const MOST_HELD = 12

/** A key press as it is repeated later. */
export type HeldKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/**
 * `submitting`: the server has not answered. `submitted`: it has, and the person has not gone on. `leaving`: the next task is on
 * its way. `handing`: it is there, and takes one key after the other. `stays`: the task is not submitted after all, and takes no key that may
 * have been meant for the next one, until the person has seen so; nothing is held.
 */
export type HoldingPhase = 'none' | 'submitting' | 'submitted' | 'leaving' | 'handing' | 'stays'

/** Why a task is not submitted. */
export interface Standing {
  /** In a sentence. */
  why: string
  /** What it lacks, in words; empty where that is not why. */
  missing: readonly string[]
}

export class HeldKeys {
  private phase: HoldingPhase = 'none'
  private keys: readonly HeldKey[] = []
  /** Keys pressed behind a second submission, which are meant for a task further on. */
  private behind = 0
  private isClosed = false
  private wantsOn = false
  private target: string | null = null
  private standing: Standing | null = null
  private untakenHere = 0
  private readonly listeners = new Set<() => void>()

  readonly now = (): HoldingPhase => this.phase
  readonly count = (): number => this.keys.length
  /** Why a task stays; null where none does. */
  readonly stays = (): Standing | null => (this.phase === 'stays' ? this.standing : null)
  /** How many keys the task that stays has not taken. */
  readonly untaken = (): number => (this.phase === 'stays' ? this.untakenHere : 0)
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** A submission has set out. Call `end` before, which says what nobody has taken. */
  begin(): void {
    this.wantsOn = false
    this.set('submitting', [])
  }

  /**
   * The person submits once more before the next task is there: without a key in between they go on to it; behind keys for
   * it, what follows is meant for the task after it, which is not waited for.
   */
  submitAgain(): void {
    if (this.keys.length > 0) this.isClosed = true
    else if (this.phase === 'submitting') this.wantsOn = true
  }

  /** The person goes on to the next task before the server has answered. */
  goOn(): void {
    if (this.phase === 'submitting') this.wantsOn = true
  }

  /** Has the person gone on, whom only the server can lead to the next task? */
  readonly wantsToGoOn = (): boolean => this.phase === 'submitting' && this.wantsOn

  /** The server has answered. Returns whether the person has gone on already. */
  submitted(): boolean {
    if (this.phase !== 'submitting') return false
    this.set('submitted', this.keys)
    return this.wantsOn
  }

  /** The next task is asked for. */
  leave(): void {
    this.target = null
    this.set('leaving', this.keys)
  }

  /** It is this one that comes next. */
  expect(taskId: string): void {
    if (this.phase === 'leaving') this.target = taskId
  }

  /** Holds a key; what is one too many is dropped, and what is meant for a task further on is only counted. */
  hold({ key, code, shiftKey }: HeldKey): void {
    if (this.phase === 'none' || this.phase === 'stays') return
    if (this.isClosed) this.behind += 1
    else if (this.keys.length < MOST_HELD) this.set(this.phase, [...this.keys, { key, code, shiftKey }])
  }

  /** A task is there. Returns whether it is the one that comes next, which takes the keys from now on. */
  arrive(taskId: string): boolean {
    if (this.phase !== 'leaving' || this.target !== taskId) return false
    this.set('handing', this.keys)
    return true
  }

  /** The key whose turn it is; undefined when all were taken: from then on nothing is held. */
  next(): HeldKey | undefined {
    if (this.phase !== 'handing') return undefined
    const [first, ...others] = this.keys
    this.set(first ? 'handing' : 'none', others)
    return first
  }

  /** The person does not want what was pressed, nor the next task at once. A task that is being submitted still gets no key. */
  forget(): void {
    this.wantsOn = false
    this.isClosed = false
    this.behind = 0
    this.set(this.phase === 'submitting' || this.phase === 'submitted' ? this.phase : 'none', [])
  }

  /** This task is not submitted, and stays for the reason. Call `end` before. */
  stay(taskId: string, standing: Standing): void {
    this.target = taskId
    this.standing = standing
    this.untakenHere = 0
    this.set('stays', [])
  }

  /** Is it another task that stays? */
  staysElsewhere(taskId: string): boolean {
    return this.phase === 'stays' && this.target !== taskId
  }

  /** The task that stays does not take a key. */
  refuse(): void {
    if (this.phase !== 'stays') return
    this.untakenHere += 1
    this.set('stays', [])
  }

  /** Ends the holding. Returns how many keys nobody has taken. */
  end(): number {
    const untaken = this.keys.length + this.behind
    this.set('none', [])
    this.isClosed = false
    this.behind = 0
    return untaken
  }

  private set(phase: HoldingPhase, keys: readonly HeldKey[]): void {
    this.phase = phase
    this.keys = keys
    for (const listener of this.listeners) listener()
  }
}
