import type { Path, PathProblem } from '@/lib/protocols/language/problems'

/** Collects problems; adding one goes on. */
export class ProblemList {
  readonly problems: PathProblem[] = []

  /** About what stands behind the path. */
  value(path: Path, message: string, fix: string): void {
    this.problems.push({ path, at: 'value', message, fix })
  }

  /** About the key at the end of the path. */
  key(path: Path, message: string, fix: string): void {
    this.problems.push({ path, at: 'key', message, fix })
  }

  /** At a place within a text. */
  within(path: Path, offset: number, message: string, fix: string): void {
    this.problems.push({ path, at: 'value', offset, message, fix })
  }

  /** Names that stand twice. */
  twice(names: readonly { name: string; path: Path }[], what: string, fix = 'Give each its own name.'): void {
    const seenNames = new Set<string>()
    for (const { name, path } of names) {
      if (seenNames.has(name)) this.value(path, `There is another ${what} called "${name}".`, fix)
      seenNames.add(name)
    }
  }
}
