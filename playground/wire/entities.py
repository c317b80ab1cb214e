"""Users, servers, channels and members in the shapes of Discord's JSON."""

from __future__ import annotations

from playground.world import (
    DirectChannel,
    Member,
    Permission,
    Place,
    Role,
    ScheduledEvent,
    Server,
    TextChannel,
    Thread,
    User,
    World,
)
from playground.world.messages import Json
from playground.world.snowflakes import Snowflake, iso

EXTERNAL = 3
"""The type of events at a location outside Discord."""
TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12


def user_json(user: User) -> Json:
    """Return a user as all users see them."""
    shape: Json = {
        "id": str(user.id),
        "username": user.username,
        "discriminator": "0000" if user.is_bot else "0",
        "global_name": None if user.is_bot else user.display_name,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "collectibles": None,
        "primary_guild": None,
        "flags": 0,
        "public_flags": 0,
    }
    if user.is_bot:
        shape["bot"] = True
    return shape


def role_json(role: Role) -> Json:
    """Return a role of a server."""
    shape: Json = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.is_managed,
        "mentionable": role.is_mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return shape


def scheduled_event_json(event: ScheduledEvent) -> Json:
    """Return a scheduled event of a server."""
    return {
        "id": str(event.id),
        "guild_id": str(event.server_id),
        "channel_id": None,
        "creator_id": str(event.creator.id),
        "creator": user_json(event.creator),
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": iso(event.starts_at),
        "scheduled_end_time": iso(event.ends_at),
        "status": int(event.status),
        "entity_type": EXTERNAL,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "privacy_level": 2,
        "guild_scheduled_event_exceptions": [],
    }


def partial_member_json(member: Member) -> Json:
    """Return a member without the user, for messages that have the user separately."""
    return {
        "roles": [str(role_id) for role_id in member.role_ids],
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def member_json(member: Member) -> Json:
    """Return a member with the user inside."""
    return {**partial_member_json(member), "user": user_json(member.user)}


def channel_json(channel: TextChannel) -> Json:
    """Return a text channel of a server."""
    return {
        "id": str(channel.id),
        "type": TEXT,
        "application_id": None,
        "guild_id": str(channel.server_id),
        "name": channel.name,
        "topic": channel.topic,
        "position": channel.position,
        "parent_id": None,
        "nsfw": channel.has_age_limit,
        "rate_limit_per_user": 0,
        "last_message_id": _optional(channel.last_message_id),
        "flags": 0,
        "permission_overwrites": [
            {
                "id": str(each.target),
                "type": int(each.kind),
                "allow": str(int(each.allow)),
                "deny": str(int(each.deny)),
            }
            for each in channel.overwrites.values()
        ],
    }


def thread_member_json(thread: Thread, user_id: Snowflake) -> Json:
    """Return a user's membership of a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.joined[user_id]),
        "flags": 0,
    }


def thread_json(thread: Thread, viewer: User | None = None) -> Json:
    """Return a thread, with the membership of a viewer who is in it."""
    shape: Json = {
        "id": str(thread.id),
        "type": PRIVATE_THREAD if thread.is_private else PUBLIC_THREAD,
        "application_id": None,
        "guild_id": str(thread.server_id),
        "parent_id": str(thread.parent_id),
        "owner_id": str(thread.owner_id),
        "name": thread.name,
        "last_message_id": _optional(thread.last_message_id),
        "rate_limit_per_user": thread.slowmode_seconds,
        "message_count": thread.messages_sent,
        "total_message_sent": thread.messages_sent,
        "member_count": min(len(thread.joined), 50),
        "flags": 0,
        "thread_metadata": {
            "archived": thread.is_archived,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": iso(thread.archive_changed_at),
            "locked": thread.is_locked,
            "create_timestamp": iso(thread.created_at),
        },
    }
    if thread.is_private:
        shape["thread_metadata"]["invitable"] = thread.is_invitable
    if viewer is not None and viewer.id in thread.joined:
        shape["member"] = thread_member_json(thread, viewer.id)
    return shape


def direct_channel_json(channel: DirectChannel) -> Json:
    """Return the direct messages with one user."""
    return {
        "id": str(channel.id),
        "type": DIRECT,
        "application_id": None,
        "last_message_id": _optional(channel.last_message_id),
        "flags": 0,
        "recipients": [user_json(channel.user)],
    }


def place_json(place: Place, viewer: User | None = None) -> Json:
    """Return a channel, thread or direct messages."""
    match place:
        case TextChannel():
            return channel_json(place)
        case Thread():
            return thread_json(place, viewer)
        case DirectChannel():
            return direct_channel_json(place)


def server_json(server: Server) -> Json:
    """Return a server as in the answer to `GET /guilds/{guild_id}`."""
    return {
        "id": str(server.id),
        "name": server.name,
        "owner_id": str(server.owner_id),
        "preferred_locale": server.locale,
        "roles": [role_json(role) for role in server.roles.values()],
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "nsfw": False,
        "nsfw_level": 0,
        "incidents_data": None,
    }


def server_create_json(server: Server, world: World, *, all_members: bool) -> Json:
    """Return a server as in GUILD_CREATE; without the members intent, only the bot is listed."""
    me = world.bot
    shown = server.members.values() if all_members else [server.members[me.id]]
    threads = [each for each in server.threads.values() if not each.is_archived]
    return {
        **server_json(server),
        "joined_at": iso(server.members[me.id].joined_at),
        "large": len(server.members) >= 250,
        "member_count": len(server.members),
        "members": [member_json(member) for member in shown],
        "channels": [channel_json(channel) for channel in server.channels.values()],
        "threads": [thread_json(each, me) for each in threads if world.sees(me, each)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            scheduled_event_json(each) for each in world.events.listed(server)
        ],
        "soundboard_sounds": [],
    }


def place_with_permissions(place: Place, permissions: Permission) -> Json:
    """Return a place as in an interaction, with the user's permissions there."""
    shape = place_json(place)
    if isinstance(place, DirectChannel):
        # Discord leaves the recipients out of interactions in direct messages.
        del shape["recipients"]
        return shape
    return {**shape, "permissions": str(int(permissions))}


def _optional(snowflake: Snowflake | None) -> str | None:
    return None if snowflake is None else str(snowflake)
