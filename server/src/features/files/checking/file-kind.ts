/** `export`: a zip of the data stored about its owner, deleted after a day. */
export const FILE_KINDS = ['avatar', 'document', 'evidence', 'export'] as const
export type FileKind = (typeof FILE_KINDS)[number]
