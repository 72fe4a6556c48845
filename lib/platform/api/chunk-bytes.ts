/** Bytes in one piece of an uploaded file, as it rests in the database; parts of an upload begin between two pieces. */
export const CHUNK_BYTES = 1_000_000
