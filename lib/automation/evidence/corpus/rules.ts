/** Where a document of the corpus is shown in Assay. */
export const documentAddress = (projectId: string, documentId: string): string =>
  `/projects/${projectId}/prefill/corpus/${documentId}`
