/** A failure that its message explains completely; the person who started the command sees that line and no stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The text of anything that was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** The system's error code (`EACCES`) or the SQLSTATE of anything that was thrown, '' without one. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
