import type { Words } from './en.ts';

export const fr: Words = {
  testEnvironment: 'Environnement de test',
  secureBy: 'Connexion sécurisée par Ledgerport',
  help: 'Assistance chez {organization}',
  privacy: 'Confidentialité chez {organization}',
  forAccount: 'Pour le compte',
  cancel: 'Annuler',
  tryAgain: 'Réessayer',
  backTo: 'Retour à {organization}',
  goOn: 'Continuer',
  mayClose: 'Vous pouvez fermer cette page.',

  consentTitle: 'Connecter {provider} à {organization}',
  asks: '{organization} demande à se connecter à votre {provider}',
  youApproveThere:
    'Vous vous identifierez auprès de {provider} et y donnerez votre accord. Votre mot de passe n’est jamais communiqué.',
  continueTo: 'Continuer vers {provider}',
  reconnectTitle: 'Reconnecter {tenant} à {organization}',
  reconnectHint:
    'Ce lien reconnecte {tenant} chez {provider}. Si {provider} demande quelle organisation, choisissez celle-là : le lien n’en connecte aucune autre.',
  validUntil: 'Ce lien est valable jusqu’au {date}.',

  willBeAble: '{organization} pourra',
  records: 'Données',
  mayRead: 'Lire',
  mayCreate: 'Créer',
  mayChange: 'Modifier',
  may: 'autorisé',
  mayNot: 'non autorisé',
  mayEmail: 'Envoyer par e-mail : {records}',
  organizations: 'informations sur l’organisation',
  contacts: 'contacts',
  invoices: 'factures',
  credit_notes: 'avoirs',
  quotes: 'devis',
  payments: 'paiements',
  purchase_orders: 'bons de commande',
  accounts: 'comptes',
  tax_rates: 'taux de taxe',
  branding_themes: 'modèles de présentation',
  items: 'articles',
  tracking_categories: 'catégories de suivi',
  manual_journals: 'écritures manuelles',
  bank_transfers: 'virements entre comptes',
  repeating_invoices: 'factures récurrentes',
  bank_transactions: 'opérations bancaires',
  prepayments: 'acomptes',
  overpayments: 'trop-perçus',
  storesTitle: 'Ce que Ledgerport conserve',
  stores_cached:
    'Ledgerport conserve une copie de ces données afin de pouvoir les afficher rapidement. La copie est supprimée lorsque vous mettez fin à la connexion.',
  stores_zero:
    'Ledgerport ne conserve aucune de ces données. Chacune est lue dans votre comptabilité au moment où elle est nécessaire.',

  notYet: 'Pas encore connecté : {title}',
  formHint:
    'Saisissez un utilisateur de {provider} créé pour cette connexion. Ledgerport conserve le mot de passe scellé pour s’identifier et ne le montre à personne, pas même à {organization}.',
  formButton: 'Connecter {provider}',
  field_server_address: 'Adresse du serveur',
  field_database: 'Base de données',
  field_login: 'Identifiant',
  field_password: 'Mot de passe',
  problem_other: 'Cette saisie n’a pas été acceptée. Vérifiez-la.',
  problem_wrong_password: 'Le serveur refuse l’identifiant et le mot de passe.',
  problem_database_unknown: 'Le serveur ne possède pas cette base de données.',
  problem_server_unreachable: 'Aucun serveur ne répond à cette adresse.',
  problem_second_factor:
    'Le serveur demande à cet utilisateur plus qu’un mot de passe. Saisissez un autre utilisateur.',
  problem_rate_limited: 'Il y a eu trop de tentatives. Attendez quelques minutes.',
  problem_too_many: 'Il y a eu trop de tentatives. Réessayez dans {minutes} min.',
  problem_login_locked: 'Le serveur a bloqué cet identifiant pour un moment. Réessayez plus tard.',
  problem_provider_unavailable: 'Le fournisseur ne répond pas pour l’instant. Réessayez dans un instant.',

  chooseTitle: 'Choisir une organisation',
  chooseHeading: 'À quelle organisation {organization} doit-il se connecter ?',
  approvedSeveral: 'Vous avez autorisé l’accès à {count} organisations. Seule celle que vous choisissez est connectée.',
  yourOrganizations: 'Vos organisations',
  filterLabel: 'Rechercher une organisation',
  filterButton: 'Rechercher',
  filterNone: 'Aucune organisation n’a « {text} » dans son nom.',
  filterAll: 'Tout afficher',
  connectedElsewhere: 'Déjà connectée à un autre compte',
  connectedHere: 'Déjà connectée ; choisissez-la pour renouveler l’accès',
  connectThis: 'Connecter celle-ci',

  askTitle: 'Connecter à {organization} ?',
  askHeading: 'Connecter {tenant} à {organization} ?',
  askHeadingSeveral: 'Connecter une de vos organisations à {organization} ?',
  otherBrowser:
    'Le lien a été ouvert dans un autre navigateur. Acceptez seulement si vous avez vous-même demandé cette connexion à {organization} : la personne qui y possède ce compte verra votre comptabilité et pourra la modifier.',
  yes: 'Oui, connecter',
  no: 'Non',

  wrongTitle: 'Une autre organisation',
  wrongHeading: 'C’était une autre organisation',
  wrongText: 'Ce lien reconnecte {wanted}. Vous avez choisi {chosen}. Rien n’a été modifié.',
  noneTitle: 'Aucune organisation n’a été choisie',
  wrongNone: 'Ce lien reconnecte {wanted}. Rien n’a été modifié.',
  chooseAnother: 'En choisir une autre',
  spentTitle: 'Donner à nouveau l’accord',
  spentHeading: 'Donnez votre accord encore une fois',
  spentText: 'Votre accord a déjà été utilisé et ne vaut qu’une fois. Rien n’a été connecté.',
  approveAgain: 'Continuer vers votre fournisseur',

  connectedTitle: 'La connexion est établie',
  connectedText: '{organization} a désormais accès à {tenant} chez {provider}.',
  connectedAgain: '{organization} a de nouveau accès à {tenant} chez {provider}.',
  undoHint:
    'Vous pouvez mettre fin à l’accès à tout moment : demandez à {organization} la page de votre connexion, ou supprimez l’accès chez {provider}.',
  cancelledTitle: 'Rien n’a été connecté',
  cancelledText: 'Vous avez annulé. Rien n’a été modifié.',
  failedTitle: 'Cela n’a pas fonctionné',
  failedText: 'Rien n’a été connecté. Si le lien ne fonctionne plus, demandez-en un nouveau.',
  failed_duplicate_tenant_connection:
    'Rien n’a été connecté : cette organisation est déjà connectée à un autre compte chez {organization}. Réessayez avec une autre organisation.',
  failed_no_organization: 'Rien n’a été connecté : vous n’avez autorisé l’accès à aucune organisation.',
  failed_provider_unavailable:
    'Rien n’a été connecté : le fournisseur ne répond pas pour le moment. Attendez un instant, puis réessayez.',
  failed_connection_limit_reached:
    'Rien n’a été connecté : {organization} ne peut pas accepter d’autres connexions pour le moment.',
  title_duplicate_tenant_connection: 'Déjà connectée à un autre compte',
  title_no_organization: 'Vous n’avez autorisé aucune organisation',
  title_provider_unavailable: 'Le fournisseur ne répond pas',
  title_provider_timeout: 'Le fournisseur ne répond pas',
  title_connection_limit_reached: '{organization} ne peut pas accepter d’autres connexions',
  title_authorization_failed: 'Le fournisseur n’a pas confirmé l’accord',
  title_invalid_grant: 'L’accord n’est plus valable',
  title_disconnecting: 'La connexion précédente est encore en cours de suppression',
  failed_provider_timeout:
    'Rien n’a été connecté : le fournisseur ne répond pas pour le moment. Attendez un instant, puis réessayez.',
  failed_authorization_failed: 'Rien n’a été connecté. Réessayez et donnez votre accord chez le fournisseur.',
  failed_invalid_grant:
    'Rien n’a été connecté : un accord ne vaut qu’une fois, et quelques minutes seulement. Réessayez.',
  failed_disconnecting: 'Rien n’a été connecté. Attendez deux minutes, puis réessayez.',

  goneTitle: 'Lien plus valable',
  goneHeading: 'Ce lien ne fonctionne plus',
  gone_unknown: 'Ce lien n’est pas connu. Demandez-en un nouveau.',
  gone_expired: 'Ce lien a expiré. Demandez-en un nouveau à {organization}.',
  gone_withdrawn:
    '{organization} a retiré ce lien. Rien n’a été connecté par lui. Demandez-en un nouveau à {organization} si vous souhaitez toujours vous connecter.',
  gone_other:
    'Une autre organisation a été choisie avec ce lien et elle est connectée. Demandez un nouveau lien à {organization} pour connecter aussi celle-ci.',
  gone_used: 'Ce lien a déjà été utilisé. Demandez-en un nouveau à {organization} pour vous connecter à nouveau.',
  goneHint:
    'Un lien fonctionne pour une durée limitée, un lien de connexion une seule fois. Retournez à l’application qui vous a envoyé ici et recommencez.',

  errorTitle: 'Un problème est survenu',
  errorNow: 'Cela n’a pas fonctionné cette fois',
  error_unavailable: 'Le fournisseur est injoignable. Attendez un instant, puis réessayez.',
  error_unreadable: 'Votre saisie n’a pas pu être lue. Revenez à la page précédente et réessayez.',
  error_other: 'Une erreur est survenue dans le service. Attendez un instant, puis réessayez.',
  support: 'Si cela se reproduit, communiquez ce numéro à l’assistance de l’application qui vous a envoyé ici :',
  supportBy: 'Si cela se reproduit, communiquez ce numéro à l’assistance chez {organization} :',

  portalTitle: 'Votre connexion avec {organization}',
  portalFine: 'Tout fonctionne.',
  portal_active: '{organization} a accès à {tenant} chez {provider}.',
  portal_action_required:
    '{organization} a perdu son accès à {tenant} chez {provider}. Reconnectez-vous pour que la lecture et l’écriture puissent continuer.',
  portal_disconnecting:
    'L’accès de {organization} à {tenant} est en cours de suppression. Si cela dure, mettez-y fin encore une fois.',
  portal_disconnected:
    'L’accès a pris fin : {organization} ne peut plus lire ni modifier {tenant} chez {provider}. Pour vous reconnecter, demandez un lien à {organization}.',
  tenant: 'Organisation',
  connectedSince: 'Connecté depuis le',
  lastRead: 'Dernier accès',
  lastWritten: 'Dernière modification',
  ableTo: '{organization} peut',
  partlyGranted: 'Vous n’avez pas autorisé tout ce qui est nécessaire. Renouvelez l’accès et autorisez tout.',
  renew: 'Renouveler l’accès',
  renewHint: 'Renouvelez l’accès si vous voulez autoriser autre chose qu’auparavant.',
  reconnect: 'Se reconnecter',
  endAccess: 'Mettre fin à l’accès…',
  endTitle: 'Mettre fin à l’accès de {organization} ?',
  endNow:
    'L’accès à {tenant} chez {provider} prend fin immédiatement. Ledgerport supprime les identifiants d’accès et arrête tout travail non terminé.',
  endCopy_cached: 'Ledgerport supprime sa copie de vos données en quelques minutes.',
  endCopy_zero: 'Ledgerport n’a conservé aucune de vos données.',
  endKeeps:
    'Rien ne change dans votre comptabilité. Ce que {organization} a lu jusqu’ici reste dans son propre système : adressez-vous à elle pour le faire supprimer.',
  endConfirm: 'Mettre fin à l’accès maintenant',
  endKeep: 'Conserver l’accès',

  customer_reconnect: 'L’accès à {tenant} a pris fin. Veuillez vous connecter à nouveau.',
  customer_scope_missing:
    'Une autorisation manque pour {tenant}. Veuillez vous connecter à nouveau et autoriser tout ce qui est demandé.',
  customer_unreachable:
    'Votre logiciel comptable ne répond pas pour le moment : les données de {tenant} peuvent ne pas être à jour ici. Vous n’avez rien à faire.',
  customer_delayed:
    'Les données de {tenant} peuvent ne pas être à jour ici pendant un moment. Vous n’avez rien à faire.',
};
