import { InvalidArgumentError } from 'commander'

/** The number of a release, as an argument of a command. */
export function asReleaseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a release: 1, 2, 3.')
}
