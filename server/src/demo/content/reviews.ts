/** Review comments by rating. */
export const REVIEW_TEXTS = {
  5: [
    'We finally slept through the night. We couldn’t have asked for a kinder person.',
    'Our daughter asks for them every morning. Punctual, warm, and wonderfully calm.',
    'They noticed things we’d missed and told us kindly. We’ve already booked again.',
    'The whole house relaxes when they arrive. Thank you!',
    'Careful, experienced, and discreet. Exactly what we were hoping for.',
    'Handled a rough night beautifully and left us a clear note in the morning.',
  ],
  4: [
    'Great with the kids and always on time. We’ll book again.',
    'Warm and capable. The first day took some adjusting, then everything went well.',
    'Reliable and friendly. A little more detail in the daily notes would be perfect.',
  ],
  3: ['Kind and professional, but we’d have liked a little more initiative.'],
} as const
