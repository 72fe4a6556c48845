/** What a withdrawal changes, in words for the person who typed the command. Pure. */
import type { ItemReport } from './withdraw-item'
import type { ReleaseReport } from './withdraw-release'

const NOT_REACHED = `Not reached, and to be seen to by you:
  backups made before (delete them when you can, and withdraw again after a restore),
  archives that others have downloaded or that were published elsewhere (send them the erratum),
  copies that a provider of models or searches keeps, and what stands unsent in somebody's browser.`

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Lines of text. */
export function describeItem(report: ItemReport, dryRun: boolean): string {
  const { project, position, title, copies, texts, sharing, changes, predictions, releases, pushes } = report
  const widest = Math.max(0, ...changes.map(({ table }) => table.length))
  return [
    `${dryRun ? 'Nothing was changed. This would withdraw' : 'Withdrawn:'} item ${position} of “${project}”: ${title}`,
    ...(copies > 0
      ? [`With it: ${counted(copies, 'copy', 'copies')} for calibration, second decisions or audits.`]
      : []),
    `${counted(texts, 'text')} of it ${texts === 1 ? 'was' : 'were'} looked for in all tables.`,
    ...changes.map(({ table, rows, what }) => `  ${table.padEnd(widest)}  ${counted(rows, 'row')} ${what}`),
    ...releases.map(
      (release) =>
        `Release ${release.number} of “${release.project}”: ${counted(release.files.length, 'file')} made again, SHA256SUMS ${release.digest.now} (was ${release.digest.before})`,
    ),
    ...predictions.map(
      (name) =>
        `Predictions “${name}” were removed: they quote it, or could not be read. Upload them again without it.`,
    ),
    ...(pushes.length > 0
      ? [
          'These were sent to other places before, as they were; take them down there, or send them again:',
          ...pushes.map(
            ({ project: from, number, place, at }) => `  release ${number} of “${from}”: ${place}, ${at.slice(0, 10)}`,
          ),
        ]
      : []),
    ...(sharing.length > 0
      ? [
          'Some of its texts stand in other items too, and stay there. Withdraw these as well if they should go:',
          ...sharing.map((place) => `  item ${place.position} of “${place.project}”`),
        ]
      : []),
    NOT_REACHED,
  ].join('\n')
}

/** Lines of text. */
export const describeRelease = (
  { project, number, digest, files, isPublic, pushes }: ReleaseReport,
  dryRun: boolean,
): string =>
  [
    `${dryRun ? 'Nothing was changed. This would withdraw' : 'Withdrawn:'} release ${number} of “${project}”, digest ${digest}`,
    `${counted(files, 'file')} not handed out any more; they stay in the database, so that the next release can say what it changes.`,
    isPublic ? 'Its public page tells of it.' : 'It has no public page.',
    ...(pushes.length > 0
      ? [
          'It was sent to other places, whole or in part; take it down there:',
          ...pushes.map(({ place, at }) => `  ${place}, ${at.slice(0, 10)}`),
        ]
      : []),
    'Not reached, and to be seen to by you: archives that others have downloaded or that were published elsewhere (send them the erratum).',
  ].join('\n')
