"""What can be asked for by a button, a menu or a form, each by the word in its custom id."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.host.access import Who


class Deed(Enum):
    """What a press asks for. The values stand in messages for years: never reuse one."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    CHOOSE = "choose"
    PLACE = "place"
    RESIGN = "resign"
    REALLY_RESIGN = "really-resign"
    KEEP_PLAYING = "keep-playing"
    EXPLAIN = "explain"
    PLACE_IN = "place-in"
    SHOW = "show"
    RESIGN_IN = "resign-in"
    PICK = "pick"
    PICK_SQUARE = "pick-square"
    TYPE_IT = "type"
    TYPED = "typed"
    PREFER = "prefer"
    PREFERENCES = "preferences"
    TELL = "tell"
    REMIND = "remind"
    HOURS = "hours"
    HOURS_TYPED = "hours-typed"
    HUSH = "hush"
    UNHUSH = "unhush"
    REMATCH = "rematch"
    RULES = "rules"
    LIFT = "lift"
    KEEP_SEAM = "keep-seam"
    LAY_SEAM = "lay-seam"
    CLAIM = "claim"
    REALLY_CLAIM = "really-claim"
    OFFER_DRAW = "offer-draw"
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    WITHDRAW_DRAW = "withdraw-draw"
    THEME = "theme"
    THREATS = "threats"
    SERVER_THEME = "server-theme"
    EXPORT_IN = "export-in"
    REPLAY = "replay"
    REPLAY_IN = "replay-in"
    REPLAY_JUMP = "replay-jump"
    REPLAY_JUMPED = "replay-jumped"
    ANIMATE = "animate"
    ANALYSE = "analyse"
    ANALYSE_SHARE = "analyse-share"
    MORE = "more"
    DECLINE_WHY = "decline-why"
    OTHER_TERMS = "other-terms"
    OTHER_TERMS_SENT = "other-terms-sent"
    CHALLENGE_IN = "challenge-in"
    WELCOME = "welcome"
    TAKES_FROM = "takes-from"
    UNBLOCK = "unblock"
    SETTINGS = "settings"
    WEEK_PREVIEW = "week-preview"
    SET = "set"
    SET_CHANNEL = "set-channel"
    SET_ROLE = "set-role"
    UNSET = "unset"
    LIMITS = "limits"
    LIMITS_TYPED = "limits-typed"
    CHECK = "check"
    LOG = "log"
    BARS = "bars"
    END_MATCH = "end-match"
    TAKE_BACK = "take-back"
    ASK_TAKEBACK = "ask-takeback"
    ACCEPT_TAKEBACK = "accept-takeback"
    AGREE_TAKEBACK = "agree-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    WITHDRAW_TAKEBACK = "withdraw-takeback"
    REALLY_CALL_OFF = "really-call-off"
    GIVE_DAY = "give-day"
    VACATION = "vacation"
    VACATION_END = "vacation-end"
    GAMES = "games"
    GAMES_SHOWN = "games-shown"
    NEXT = "next"
    WATCH = "watch"
    UNWATCH = "unwatch"
    UNWATCH_IN = "unwatch-in"
    WATCHED = "watched"
    PLAN = "plan"
    PLAN_ON = "plan-on"
    PLAN_AFTER = "plan-after"
    PLAN_ASK = "plan-ask"
    PLAN_SQUARE = "plan-square"
    PLAN_SEAM = "plan-seam"
    PLAN_SEAM_KEPT = "plan-seam-kept"
    PLAN_KEEP = "plan-keep"
    PLAN_DROP = "plan-drop"
    PLAN_CLEAR = "plan-clear"
    HINT = "hint"
    HINT_IN = "hint-in"
    HINT_ANYWAY = "hint-anyway"
    HINT_PLAY = "hint-play"
    LEADERBOARD = "leaderboard"
    LEADERBOARD_OF = "leaderboard-of"
    LEADERBOARD_BY = "leaderboard-by"
    LEADERBOARD_POST = "leaderboard-post"
    LEADERBOARD_RULES = "leaderboard-rules"
    SEASON_END = "season-end"
    SEASON_REALLY_END = "season-really-end"
    SEASON_END_NOW = "season-end-now"
    SEASON_KEEP = "season-keep"
    LISTING = "listing"
    VOID_MATCH = "void-match"
    PROFILE = "profile"
    HISTORY = "history"
    HISTORY_BY = "history-by"
    MATCH_IN = "match-in"
    EXPORT = "export"
    PRACTISE = "practise"
    PRACTISE_BY = "practise-by"
    PRACTISE_BEGIN = "practise-begin"
    OTHER_LEVEL = "other-level"
    PRIVACY_EXPORT = "privacy-export"
    PRIVACY_DELETE = "privacy-delete"
    PRIVACY_REALLY_DELETE = "privacy-really-delete"
    PRIVACY_KEEP = "privacy-keep"
    PUZZLE = "puzzle"
    PUZZLE_ASK = "puzzle-ask"
    PUZZLE_SQUARE = "puzzle-square"
    PUZZLE_SEAM = "puzzle-seam"
    PUZZLE_SEAM_KEPT = "puzzle-seam-kept"
    PUZZLE_ANSWER = "puzzle-answer"
    PUZZLE_GIVE_UP = "puzzle-give-up"
    PUZZLE_REALLY_GIVE_UP = "puzzle-really-give-up"
    PUZZLE_ANOTHER = "puzzle-another"
    PUZZLE_BY = "puzzle-by"
    PUZZLE_SHARE = "puzzle-share"
    PUZZLE_STREAKS = "puzzle-streaks"


MENUS: Final = (
    Deed.VACATION,
    Deed.PLACE_IN,
    Deed.SHOW,
    Deed.RESIGN_IN,
    Deed.PICK_SQUARE,
    Deed.REPLAY_IN,
    Deed.LAY_SEAM,
    Deed.THEME,
    Deed.TELL,
    Deed.REMIND,
    Deed.SERVER_THEME,
    Deed.EXPORT_IN,
    Deed.CHALLENGE_IN,
    Deed.TAKES_FROM,
    Deed.UNBLOCK,
    Deed.SET,
    Deed.GAMES_SHOWN,
    Deed.UNWATCH_IN,
    Deed.PLAN_AFTER,
    Deed.PLAN_SQUARE,
    Deed.PLAN_SEAM,
    Deed.PLAN_DROP,
    Deed.HINT_IN,
    Deed.LEADERBOARD_OF,
    Deed.LEADERBOARD_BY,
    Deed.HISTORY_BY,
    Deed.PUZZLE_SQUARE,
    Deed.PUZZLE_SEAM,
    Deed.PUZZLE_BY,
    Deed.MATCH_IN,
    Deed.PRACTISE_BY,
)
CHANNEL_MENUS: Final = (Deed.SET_CHANNEL,)
ROLE_MENUS: Final = (Deed.SET_ROLE,)
FORMS: Final = (
    Deed.TYPED,
    Deed.REPLAY_JUMPED,
    Deed.HOURS_TYPED,
    Deed.DECLINE_WHY,
    Deed.OTHER_TERMS_SENT,
    Deed.LIMITS_TYPED,
    Deed.END_MATCH,
    Deed.VOID_MATCH,
)
NO_BUTTONS: Final = (*MENUS, *CHANNEL_MENUS, *ROLE_MENUS, *FORMS)


class Subject(Enum):
    """What an action is about, and where its number is found."""

    MATCH = auto()
    """The match that the first part of the custom id names."""
    CHOSEN_MATCH = auto()
    """The match that was chosen in the menu."""
    CHALLENGE = auto()
    CHOSEN_CHALLENGE = auto()
    NONE = auto()
    """No match and no challenge: oneself, a server, the rules, a puzzle."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an action is about, and who may do it."""

    subject: Subject
    who: Who = Who.VIEWERS


_NONE: Final = Scope(Subject.NONE)
_VIEWED: Final = Scope(Subject.MATCH)
_PLAYED: Final = Scope(Subject.MATCH, Who.PLAYERS)
_CHOSEN: Final = Scope(Subject.CHOSEN_MATCH)
_CHOSEN_OWN: Final = Scope(Subject.CHOSEN_MATCH, Who.PLAYERS)
_CHALLENGE: Final = Scope(Subject.CHALLENGE)

SCOPES: Final[Mapping[Deed, Scope]] = {
    **dict.fromkeys(
        (
            Deed.REPLAY,
            Deed.REPLAY_JUMP,
            Deed.REPLAY_JUMPED,
            Deed.ANIMATE,
            Deed.ANALYSE,
            Deed.ANALYSE_SHARE,
            Deed.MORE,
            Deed.WATCH,
            Deed.EXPORT,
            Deed.NEXT,
        ),
        _VIEWED,
    ),
    **dict.fromkeys((Deed.REPLAY_IN, Deed.EXPORT_IN, Deed.MATCH_IN), _CHOSEN),
    **dict.fromkeys((Deed.PLACE_IN, Deed.SHOW, Deed.RESIGN_IN, Deed.HINT_IN), _CHOSEN_OWN),
    **dict.fromkeys(
        (
            Deed.CHOOSE,
            Deed.PLACE,
            Deed.RESIGN,
            Deed.REALLY_RESIGN,
            Deed.KEEP_PLAYING,
            Deed.PICK,
            Deed.PICK_SQUARE,
            Deed.TYPE_IT,
            Deed.TYPED,
            Deed.HUSH,
            Deed.UNHUSH,
            Deed.REMATCH,
            Deed.LIFT,
            Deed.KEEP_SEAM,
            Deed.LAY_SEAM,
            Deed.CLAIM,
            Deed.REALLY_CLAIM,
            Deed.OFFER_DRAW,
            Deed.ACCEPT_DRAW,
            Deed.DECLINE_DRAW,
            Deed.WITHDRAW_DRAW,
            Deed.TAKE_BACK,
            Deed.ASK_TAKEBACK,
            Deed.ACCEPT_TAKEBACK,
            Deed.AGREE_TAKEBACK,
            Deed.DECLINE_TAKEBACK,
            Deed.WITHDRAW_TAKEBACK,
            Deed.REALLY_CALL_OFF,
            Deed.GIVE_DAY,
            Deed.PLAN,
            Deed.PLAN_ON,
            Deed.PLAN_AFTER,
            Deed.PLAN_ASK,
            Deed.PLAN_SQUARE,
            Deed.PLAN_SEAM,
            Deed.PLAN_SEAM_KEPT,
            Deed.PLAN_KEEP,
            Deed.PLAN_DROP,
            Deed.PLAN_CLEAR,
            Deed.HINT,
            Deed.HINT_ANYWAY,
            Deed.HINT_PLAY,
            Deed.OTHER_LEVEL,
        ),
        _PLAYED,
    ),
    **dict.fromkeys(
        (
            Deed.ACCEPT,
            Deed.DECLINE,
            Deed.CANCEL,
            Deed.DECLINE_WHY,
            Deed.OTHER_TERMS,
            Deed.OTHER_TERMS_SENT,
        ),
        _CHALLENGE,
    ),
    Deed.CHALLENGE_IN: Scope(Subject.CHOSEN_CHALLENGE),
    # Moderators alone do these, in their own server; `bot.host.moderation` asks for both.
    **dict.fromkeys((Deed.END_MATCH, Deed.VOID_MATCH), _NONE),
    # What somebody follows is their own, and "no longer" is said of any number.
    **dict.fromkeys((Deed.UNWATCH, Deed.UNWATCH_IN, Deed.WATCHED), _NONE),
    **dict.fromkeys(
        (
            Deed.EXPLAIN,
            Deed.PREFER,
            Deed.PREFERENCES,
            Deed.TELL,
            Deed.REMIND,
            Deed.HOURS,
            Deed.HOURS_TYPED,
            Deed.RULES,
            Deed.THEME,
            Deed.THREATS,
            Deed.SERVER_THEME,
            Deed.WELCOME,
            Deed.TAKES_FROM,
            Deed.UNBLOCK,
            Deed.SETTINGS,
            Deed.WEEK_PREVIEW,
            Deed.SET,
            Deed.SET_CHANNEL,
            Deed.SET_ROLE,
            Deed.UNSET,
            Deed.LIMITS,
            Deed.LIMITS_TYPED,
            Deed.CHECK,
            Deed.LOG,
            Deed.BARS,
            Deed.VACATION,
            Deed.VACATION_END,
            Deed.GAMES,
            Deed.GAMES_SHOWN,
            Deed.LEADERBOARD,
            Deed.LEADERBOARD_OF,
            Deed.LEADERBOARD_BY,
            Deed.LEADERBOARD_POST,
            Deed.LEADERBOARD_RULES,
            Deed.SEASON_END,
            Deed.SEASON_REALLY_END,
            Deed.SEASON_END_NOW,
            Deed.SEASON_KEEP,
            Deed.LISTING,
            Deed.PROFILE,
            Deed.HISTORY,
            Deed.HISTORY_BY,
            Deed.PRACTISE,
            Deed.PRACTISE_BY,
            Deed.PRACTISE_BEGIN,
            Deed.PRIVACY_EXPORT,
            Deed.PRIVACY_DELETE,
            Deed.PRIVACY_REALLY_DELETE,
            Deed.PRIVACY_KEEP,
            Deed.PUZZLE,
            Deed.PUZZLE_ASK,
            Deed.PUZZLE_SQUARE,
            Deed.PUZZLE_SEAM,
            Deed.PUZZLE_SEAM_KEPT,
            Deed.PUZZLE_ANSWER,
            Deed.PUZZLE_GIVE_UP,
            Deed.PUZZLE_REALLY_GIVE_UP,
            Deed.PUZZLE_ANOTHER,
            Deed.PUZZLE_BY,
            Deed.PUZZLE_SHARE,
            Deed.PUZZLE_STREAKS,
        ),
        _NONE,
    ),
}
"""What each action is about; one that is missing here is done for nobody."""
