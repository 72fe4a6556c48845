/** Small decisions about people and links that need no database. */

/** A same-site path to go to after signing in; anything else, another site's address included, becomes the start page. */
export function safePath(value: string | null | undefined): string {
  if (!value || !/^\/(?![/\\])/.test(value)) return '/'
  try {
    const base = 'http://assay.invalid'
    const url = new URL(value, base)
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** What the sign-in page says for each way of being refused; never whether an account exists. */
export function signInProblem(code: string | null | undefined): string | null {
  if (!code) return null
  const seconds = /^throttled:(\d{1,6})$/.exec(code)?.[1]
  if (seconds) return `Too many attempts. Try again in ${waitText(Number(seconds))}.`
  return SIGN_IN_PROBLEMS.get(code) ?? 'Signing in did not work. Please try again.'
}

/** Is it a code that the sign-in page has words for? Whatever else comes in an address is a stranger's word. */
export const isSignInCode = (code: string | null): boolean =>
  code !== null && (/^throttled:\d{1,6}$/.test(code) || SIGN_IN_PROBLEMS.has(code))

const SIGN_IN_PROBLEMS = new Map([
  ['CredentialsSignin', 'E-mail or password is wrong.'],
  ['stranger', 'No active account of this workspace belongs to you. Ask an administrator for an invitation.'],
  ['AccessDenied', 'The identity provider did not let you in.'],
  ['unavailable', 'Signing in is not possible at the moment. Please try again in a minute.'],
])

/** Seconds in words: "1 second", "45 seconds", "12 minutes". */
function waitText(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** May this account create projects? By a right that administrators give, and have. */
export const mayCreateProjects = (user: { isAdmin: boolean; canCreateProjects: boolean }): boolean =>
  user.isAdmin || user.canCreateProjects

/** Whom to ask, for whoever may not. */
export const NO_PROJECT_CREATION = 'Your account may not create projects. Ask an administrator for this right.'

/** Told before somebody has an account, when they sign in, and on their account page. */
export const MEASURED =
  'Assay measures how long a task is open and in use: at the workbench, in discussions, when settling and approving. Managers of a project see everybody’s hours by week; you see your own.'
