import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { caregiverProfiles, familyProfiles } from '../tables.ts'

/**
 * What people say about themselves: a caregiver's description and video link, or a family's notes.
 * @returns the text that others see, and for a profile that staff hid its hidden text and photo
 */
export async function readAbout(
  reader: Reader,
  { id, role }: { id: number; role: 'caregiver' | 'caretaker' },
): Promise<{ text: string; hidden: { text: string | null; avatarFileId: string | null } | null }> {
  if (role === 'caretaker') {
    const [family] = await reader
      .select({ text: familyProfiles.notes })
      .from(familyProfiles)
      .where(eq(familyProfiles.userId, id))
    return { text: family?.text ?? '', hidden: null }
  }
  const [caregiver] = await reader.select().from(caregiverProfiles).where(eq(caregiverProfiles.userId, id))
  if (!caregiver) return { text: '', hidden: null }
  const { description, videoUrl, hiddenAt, hiddenDescription, hiddenAvatarFileId } = caregiver
  const withVideo = (text: string | null) => [text, videoUrl].filter(Boolean).join('\n')
  if (!hiddenAt) return { text: withVideo(description), hidden: null }
  return {
    text: description,
    hidden: { text: withVideo(hiddenDescription) || null, avatarFileId: hiddenAvatarFileId },
  }
}
