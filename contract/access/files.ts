import * as z from 'zod/mini'
import { Id } from '../values.ts'
import { type fileTypes, filesAtOnce } from './files.plain.ts'

export * from './files.plain.ts'

export type FileType = keyof typeof fileTypes

/** A file as lists show it; its content is at `uploadPath`/id for anyone who may see it. */
export const StoredFile = z.object({ id: Id, name: z.string(), type: z.string(), size: z.int() })
export type StoredFile = z.infer<typeof StoredFile>

export const FileIds = z.array(Id).check(z.maxLength(filesAtOnce, 'long'))
