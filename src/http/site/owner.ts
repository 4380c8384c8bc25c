import { SETTINGS, type Settings } from '../../config/settings.ts';
import { contactIn, type Owner } from '../../domain/owner.ts';

export function ownerOf(settings: Settings): Owner {
  const { catalogueTitle: title, catalogueContact: contact, catalogueAboutEn: en, catalogueAboutEs: es } = settings;
  return {
    title: title === SETTINGS.catalogueTitle.default ? null : title,
    contact: contact === null ? null : contactIn(contact),
    about: { en, es },
    hasLogo: settings.catalogueLogo !== null,
  };
}
